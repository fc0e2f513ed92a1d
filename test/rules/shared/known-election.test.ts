import { describe, expect, it } from "vitest";
import type { HubByKind } from "../../../src/core/api/coordination.ts";
import { viewOf } from "../../../src/engine/validate/view.ts";
import type { RelationContext } from "../../../src/rules/rule.ts";
import { answersPings, electionFor, isFresh, leaseReferenceOf } from "../../../src/rules/shared/known-election.ts";
import { candidate } from "../../harness/candidates.ts";
import type { Draft } from "../../harness/objects.ts";
import { requireServedVersion } from "../../harness/served-version.ts";
import { someContext } from "../../harness/some-context.ts";

const { now } = someContext;
const key = { namespace: "team-a", name: "controller" };
const [oldest, x, y] = ["OldestEmulationVersion", "example.com/x", "example.com/y"];
const live = (name: string, spec = {}): Draft => candidate("v1beta1", name, spec);
const listing = (name: string, ...preferredStrategies: readonly string[]): Draft =>
  candidate("v1alpha1", name, { preferredStrategies });

function contextOf(objects: readonly Draft[], seenAt = now): RelationContext {
  const view = viewOf(
    objects.map((object) => ({ served: requireServedVersion(object), object })),
    seenAt,
  );
  return {
    ...someContext,
    kind: "Lease",
    clockSkewMs: 5_000,
    administrators: { users: [], groups: [] },
    parameters: undefined,
    view,
  };
}

const electionOf = (...objects: readonly Draft[]) => electionFor(key, contextOf(objects));
const toHub = (object: Draft) => requireServedVersion(object).toHub(object) as HubByKind["LeaseCandidate"];

describe("isFresh", () => {
  it.each([
    [0, true],
    [60_000, true],
    [60_001, false],
    [61_000, false],
    [-60_000, true],
    [-60_001, false],
  ])("a view of %d ms ago: %s", (msAgo, fresh) => {
    expect(isFresh({ seenAt: new Date(now.getTime() - msAgo) }, { now })).toBe(fresh);
  });
});

describe("electionFor", () => {
  it("returns undefined without a candidate", () => {
    expect(electionOf()).toBeUndefined();
    expect(electionOf(live("a", { leaseName: "other" }))).toBeUndefined();
  });

  it.each([
    [60_000, true],
    [60_001, false],
  ])("with a view of %d ms ago, returns an election: %s", (msAgo, known) => {
    const election = electionFor(key, contextOf([live("a")], new Date(now.getTime() - msAgo)));
    expect(election !== undefined).toBe(known);
  });

  it("has the candidates that have not expired", () => {
    const election = electionOf(
      live("a"),
      live("b", { renewTime: "2026-07-01T07:31:00.000000Z" }),
      live("c", { renewTime: "2026-07-01T07:30:59.999000Z" }),
      live("d", { renewTime: null }),
    );
    expect([...(election?.live.keys() ?? [])]).toEqual(["a", "b"]);
  });

  it("has no strategy if all candidates have expired", () => {
    const expired = electionOf(live("a", { renewTime: null }));
    expect(expired).toEqual({
      live: new Map(),
      voting: [],
      answering: [],
      strategy: undefined,
      nextStrategy: undefined,
      nextDeciding: new Map(),
      oldest: [],
      opinions: [],
      disagreesInPairs: false,
    });
  });

  it.each<[string, readonly Draft[], string | undefined]>([
    ["one candidate", [live("a")], oldest],
    ["two that agree", [live("a"), live("b")], oldest],
    ["two that disagree", [live("a"), live("b", { strategy: x })], undefined],
    ["a higher binaryVersion", [live("a"), live("b", { strategy: x, binaryVersion: "1.36.1" })], x],
    ["build metadata", [live("a"), live("b", { strategy: x, binaryVersion: "1.36.0+1" })], undefined],
    [
      "an expired candidate with a higher binaryVersion",
      [live("a"), live("b", { strategy: x, binaryVersion: "1.37.0", renewTime: null })],
      oldest,
    ],
    ["[x, y] and [y, x]", [listing("a", x, y), listing("b", y, x)], undefined],
    ["[x] and [y, x]", [listing("a", x), listing("b", y, x)], y],
  ])("knows the strategy of %s", (_, objects, strategy) => {
    expect(electionOf(...objects)?.strategy).toBe(strategy);
    expect(electionOf(...objects.toReversed())?.strategy).toBe(strategy);
  });

  it("has the next strategy without the candidates that do not respond to pings", () => {
    const ended = live("b", { strategy: x, binaryVersion: "1.37.0", pingTime: "2026-07-01T08:00:01.000001Z" });
    expect(electionOf(live("a"), ended)).toMatchObject({ strategy: x, nextStrategy: oldest });
    expect(electionOf(ended)).toMatchObject({ strategy: x, nextStrategy: undefined });
  });

  it("has the oldest candidates, if a candidate does not respond to pings", () => {
    const names = (...objects: readonly Draft[]) => electionOf(...objects)?.oldest.map(({ metadata }) => metadata.name);
    const silent = live("b", { emulationVersion: "1.34.0", pingTime: "2026-07-01T08:00:01.000001Z" });
    expect(names(live("a"), live("c"))).toEqual([]);
    expect(names(live("a"), silent)).toEqual(["b"]);
    expect(names(live("a", { emulationVersion: "1.34.0" }), silent)).toEqual(["a", "b"]);
    expect(names(live("a", { strategy: x }), silent)).toEqual([]);
  });

  it("has one opinion for each set of strategies that decides", () => {
    const names = (...objects: readonly Draft[]) =>
      electionOf(...objects)?.opinions.map(({ metadata }) => metadata.name);
    expect(
      names(live("a"), live("b"), live("c", { strategy: x }), live("d", { strategy: y, binaryVersion: "1.0.0" })),
    ).toEqual(["a", "c"]);
    expect(names(listing("a", x, y), listing("b", y, x), listing("c", x, y), listing("d", x))).toEqual(["a", "b", "d"]);
  });

  it.each<[string, readonly Draft[], boolean]>([
    ["two that agree", [live("a"), live("b")], false],
    ["two that disagree", [live("a"), live("b", { strategy: x })], true],
    ["[x] next to [y] and [x, y], which agree together", [listing("a", x), listing("b", y), listing("c", x, y)], false],
    ["a cycle of three lists", [listing("a", oldest, x), listing("b", x, y), listing("c", y, oldest)], false],
    [
      "a cycle of three lists, and one that is alone",
      [listing("a", oldest, x), listing("b", x, y), listing("c", y, oldest), listing("d", "z")],
      true,
    ],
    ["one that repeats a strategy", [listing("a", x, x)], false],
  ])("knows whether pairs disagree: %s", (_, objects, disagrees) => {
    expect(electionOf(...objects)?.disagreesInPairs).toBe(disagrees);
  });

  it("does not compare lists of more than 200 strategies in pairs", () => {
    const many = Array.from({ length: 200 }, (_, index) => `example.com/${index}`);
    const disagrees = (count: number) =>
      electionOf(listing("a", x), listing("b", ...many.slice(0, count)))?.disagreesInPairs;
    expect([disagrees(199), disagrees(200)]).toEqual([true, false]);
  });

  it("has the candidates that decide on the next strategy", () => {
    const names = (...objects: readonly Draft[]) => [...(electionOf(...objects)?.nextDeciding.keys() ?? [])];
    const unanswered = { pingTime: "2026-07-01T08:00:01.000001Z", binaryVersion: "1.38.0" };
    expect(names(live("a"), live("b", { binaryVersion: "1.35.0" }), live("c", unanswered))).toEqual(["a"]);
    expect(names(listing("a", x), listing("b", y, x))).toEqual(["a", "b"]);
  });

  it("ignores candidates without a strategy", () => {
    const nothing = [live("c", { strategy: null, binaryVersion: "1.38.0" }), listing("d")];
    const election = electionOf(live("a"), live("b", { strategy: x, binaryVersion: "1.35.0" }), ...nothing);
    expect(election).toMatchObject({ strategy: oldest, nextStrategy: oldest, opinions: [] });
    expect([...(election?.live.keys() ?? [])]).toEqual(["a", "b", "c", "d"]);
  });

  it("has at most 10 opinions", () => {
    const many = Array.from({ length: 11 }, (_, index) => listing(`c-${index}`, `example.com/${index}`));
    expect(electionOf(...many)?.opinions).toHaveLength(10);
  });

  it("depends on the time, even for the same view", () => {
    const context = contextOf([live("a", { renewTime: "2026-07-01T07:31:00.000000Z" })]);
    const at = (ms: number) => electionFor(key, { ...context, now: new Date(now.getTime() + ms) })?.live.size;
    expect([at(0), at(1), at(0), at(60_001), at(0)]).toEqual([1, 0, 1, undefined, 1]);
    expect(electionFor(key, context)).toBe(electionFor(key, context));
  });
});

describe("answersPings", () => {
  it.each([
    [null, "2026-07-01T08:00:01.000000Z", true],
    [null, null, true],
    ["2026-07-01T08:00:01.000000Z", "2026-07-01T08:00:01.000000Z", true],
    ["2026-07-01T08:00:01.000001Z", "2026-07-01T08:00:01.000000Z", false],
    ["2026-07-01T08:00:01.000000Z", null, false],
  ])("pingTime %s, renewTime %s: %s", (pingTime, renewTime, answers) => {
    expect(answersPings(toHub(live("a", { pingTime, renewTime })))).toBe(answers);
  });
});

it("leaseReferenceOf returns the namespace of the candidate and its leaseName", () => {
  expect(leaseReferenceOf(toHub(live("a", { leaseName: "other" })))).toEqual({ namespace: "team-a", name: "other" });
});
