import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxRecordBytes } from "../../src/engine/review/limits.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { defaultClockSkewMs, defaultPolicy, policyOf } from "../../src/policy/policy.ts";
import { auditLogReader } from "../../src/recording/audit-log.ts";
import { readLine } from "../../src/recording/read-record.ts";
import { rules } from "../../src/rules/index.ts";
import { type SimulationOptions, simulateLine } from "../../src/simulate/simulate-line.ts";
import { emptySimulation, type Simulation } from "../../src/simulate/simulation.ts";
import { recordedReviews } from "../fixtures/recorded-reviews.ts";
import { encode, reviewOf, rowOf, tweaked } from "../harness/reviews.ts";

const row = rowOf("v1", "Lease");
const now = new Date("2026-07-01T09:00:00Z");
const observe = createValidate(rules, { ...defaultPolicy, profile: "observe" });
const options: SimulationOptions = {
  validate: createValidate(rules),
  now: new Date("2026-07-01T09:00:00Z"),
  readAudited: auditLogReader(),
};
const comparing: SimulationOptions = { ...options, baseline: observe };

/** Returns the review of an invalid Lease in a namespace, written by a user. */
function denied(username = "jane", namespace = "team-a"): Uint8Array {
  const object = tweaked(
    row,
    ({ spec, metadata }) =>
      Object.assign(spec, { leaseDurationSeconds: 0, preferredHolder: null }) && Object.assign(metadata, { namespace }),
  );
  return reviewOf(row, { operation: "CREATE", object, oldObject: null, namespace, userInfo: { username } });
}

function simulate(lines: readonly (Uint8Array | undefined)[], by: SimulationOptions = options): Simulation {
  const simulation = emptySimulation("reviews.jsonl", by.baseline !== undefined, defaultClockSkewMs);
  for (const [index, bytes] of lines.entries())
    for (const content of readLine(bytes)) simulateLine({ number: index + 1, content }, by, simulation);
  return simulation;
}

describe("simulateLine", () => {
  it("counts by rule, namespace and user, and keeps the first examples", () => {
    const simulation = simulate([...Array.from({ length: 5 }, () => denied()), denied("joe", "team-b")]);
    expect(simulation).toMatchObject({
      reviews: 6,
      outcomes: { deny: 6, warn: 0, audit: 0 },
      skipped: 0,
      unreadable: { lines: 0 },
    });
    expect([...simulation.namespaces].map(([name, { deny }]) => [name, deny])).toEqual([
      ["team-a", 5],
      ["team-b", 1],
    ]);
    expect([...simulation.users].map(([name, { deny }]) => [name, deny])).toEqual([
      ["jane", 5],
      ["joe", 1],
    ]);
    const tally = simulation.rules.get("lease/lease-duration-positive");
    expect(tally).toMatchObject({ deny: 6, warn: 0, audit: 0 });
    expect(tally?.examples.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(tally?.examples[0]).toEqual({
      line: 1,
      operation: "CREATE",
      kind: "Lease",
      namespace: "team-a",
      name: "controller",
      user: "jane",
      field: "spec.leaseDurationSeconds",
      message: "Invalid value: 0: must be greater than 0",
    });
  });

  it("reports lines without a review, the same error once, and a maximum number of errors", () => {
    const noKind = reviewOf(row, { kind: null });
    const lines = [
      encode("x"),
      undefined,
      noKind,
      encode(""),
      new Uint8Array(),
      ...Array.from({ length: 30 }, (_, index) => encode({ [index]: 1 })),
      ...Array.from({ length: 9 }, () => encode("y")),
    ];
    const { reviews, unreadable } = simulate(lines);
    expect({ reviews, lines: unreadable.lines }).toEqual({ reviews: 0, lines: 43 });
    expect(unreadable.errors.size).toBe(20);
    const notRecord = "must be an AdmissionReview, a record with one, or an event of an audit log, not";
    expect([...unreadable.errors].slice(0, 4)).toEqual([
      [`${notRecord} a plain value`, { line: 1, lines: 11 }],
      [`must not be longer than ${maxRecordBytes} bytes`, { line: 2, lines: 1 }],
      [expect.stringMatching(/^AdmissionReview is invalid: request\.kind: /), { line: 3, lines: 1 }],
      [`${notRecord} an object with the fields "0"`, { line: 6, lines: 1 }],
    ]);
  });

  it("reports what is missing in a review without a version", () => {
    const { apiVersion: _, ...review } = JSON.parse(new TextDecoder().decode(denied())) as Readonly<
      Record<string, unknown>
    >;
    const { unreadable } = simulate([encode(review), encode({ time: "2026-07-01T08:00:00Z", review })]);
    const message = expect.stringMatching(/^AdmissionReview is invalid: apiVersion: Required value/) as string;
    expect([...unreadable.errors]).toEqual([[message, { line: 1, lines: 2 }]]);
  });

  it("skips objects that the webhook does not validate", () => {
    const pods = reviewOf(row, { kind: { group: "", version: "v1", kind: "Pod" } });
    expect(simulate([pods, reviewOf(row, { operation: "CONNECT" })])).toMatchObject({
      reviews: 0,
      skipped: 2,
      unreadable: { lines: 0 },
    });
  });

  it("takes the namespace of the object if the request has none", () => {
    const { request, ...review } = JSON.parse(Buffer.from(denied()).toString());
    const line = Buffer.from(JSON.stringify({ ...review, request: { ...request, namespace: undefined } }));
    const { namespaces, comparison } = simulate([line, reviewOf(row)], comparing);
    expect([...namespaces.keys()]).toEqual(["team-a"]);
    expect([...(comparison?.namespaces.keys() ?? [])]).toEqual(["team-a"]);
  });

  it("counts all namespaces and users above a limit together", () => {
    const { users, namespaces } = simulate(
      Array.from({ length: 1010 }, (_, index) => denied(`user-${index}`, "a".repeat(600))),
    );
    expect(users.size).toBe(1001);
    expect(users.get("(others)")).toEqual({ deny: 10, warn: 0, audit: 0 });
    expect([...namespaces]).toEqual([[`${"a".repeat(512)}…`, { deny: 1010, warn: 0, audit: 0 }]]);
  });

  it("validates a review without a time, or with an estimate in the future, by the clock", () => {
    const bare = (spec: object = {}) => ({
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      request: {
        uid: "u",
        kind: row.gvk,
        resource: { group: "", version: "", resource: "" },
        operation: "CREATE",
        object: { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: {}, spec },
      },
    });
    const later = bare({ renewTime: "2094-07-01T08:00:00.000000Z" });
    const times: Date[] = [];
    const validate: SimulationOptions["validate"] = ({ context }) => {
      times.push(context.now);
      return { findings: [], crashes: [], abstained: [] };
    };
    simulate([encode(bare()), encode(later), encode({ time: "2026-07-02T08:00:00Z", review: later })], {
      ...options,
      validate,
    });
    expect(times).toEqual([now, now, new Date("2026-07-02T08:00:00Z")]);
  });
});

describe("a comparison", () => {
  const warned = reviewOf(row, {
    object: tweaked(row, ({ spec }) => Object.assign(spec, { holderIdentity: "a b", preferredHolder: null })),
  });

  it("counts new outcomes, and outcomes that no longer exist", () => {
    expect(simulate([denied(), reviewOf(row)], comparing).comparison).toMatchObject({
      newlyDenied: 1,
      noLongerDenied: 0,
      newlyWarned: 0,
      noLongerWarned: 0,
    });
    const { namespaces, users } = simulate([denied(), reviewOf(row)], comparing).comparison ?? {};
    const one = { newlyDenied: 1, noLongerDenied: 0, newlyWarned: 0, noLongerWarned: 0 };
    expect([namespaces, users].map((each) => [...(each?.values() ?? [])])).toEqual([[one], [one]]);
    const back: SimulationOptions = { ...options, validate: observe, baseline: options.validate };
    expect(simulate([denied(), warned, reviewOf(row)], back).comparison).toMatchObject({
      newlyDenied: 0,
      noLongerDenied: 1,
      newlyWarned: 0,
      noLongerWarned: 1,
    });
    expect(simulate([warned], comparing).comparison).toMatchObject({
      newlyDenied: 0,
      noLongerDenied: 0,
      newlyWarned: 1,
      noLongerWarned: 0,
    });
  });

  it("reports the previous and the new outcome of each rule", () => {
    const off = {
      ...options,
      validate: createValidate(rules, policyOf(new Map([["lease/lease-duration-positive", "off"]]))),
    };
    const changesOf = (by: SimulationOptions) => [
      ...(simulate([denied(), denied()], by).comparison?.changes.values() ?? []),
    ];
    const change = { rule: "lease/lease-duration-positive", reviews: 2 };
    expect(changesOf(comparing)).toMatchObject([{ ...change, before: "audit", after: "deny" }]);
    expect(changesOf({ ...options, baseline: off.validate })).toMatchObject([
      { ...change, before: "none", after: "deny" },
    ]);
    expect(changesOf({ ...off, baseline: options.validate })).toMatchObject([
      { ...change, before: "deny", after: "none" },
    ]);
    expect(changesOf({ ...options, baseline: options.validate })).toEqual([]);
  });
});

describe("any line", () => {
  it("never causes an exception", () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    const json = fc.oneof(fc.jsonValue(), fc.record({ time: fc.jsonValue(), review: fc.jsonValue() })).map(encode);
    const broken = fc.record({ at: fc.nat(), byte: fc.nat(255) }).map(({ at, byte }) => {
      const line = encode({
        time: "2026-07-01T08:00:00Z",
        review: recordedReviews[at % recordedReviews.length]?.review,
      });
      return line.with(at % line.length, byte);
    });
    fc.assert(
      fc.property(fc.oneof(bytes, json, broken), (line) => {
        const { reviews, skipped } = simulate([line], comparing);
        expect(reviews + skipped).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2000 },
    );
  });

  it("of the recordings is a review", () => {
    const simulation = simulate(recordedReviews.map(encode), {
      ...options,
      now: new Date("2026-12-01T00:00:00Z"),
      baseline: createValidate(rules, { ...defaultPolicy, profile: "strict" }),
    });
    expect(simulation).toMatchObject({
      reviews: recordedReviews.length,
      skipped: 0,
      unreadable: { lines: 0 },
      outcomes: { deny: 0 },
    });
    expect(simulation.comparison).toMatchObject({ newlyDenied: 0, noLongerDenied: 0 });
  });
});
