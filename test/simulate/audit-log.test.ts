import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { defaultClockSkewMs, defaultPolicy } from "../../src/policy/policy.ts";
import { auditLogReader } from "../../src/recording/audit-log.ts";
import { readLine } from "../../src/recording/read-record.ts";
import { rules } from "../../src/rules/index.ts";
import { simulationText } from "../../src/simulate/reports/text.ts";
import { simulateLine } from "../../src/simulate/simulate-line.ts";
import { emptySimulation, type Simulation } from "../../src/simulate/simulation.ts";
import { reportContext } from "../../src/terminal/output.ts";
import { encode } from "../harness/reviews.ts";

type Event = Readonly<Record<string, unknown>>;

const lease = (resourceVersion: string, holderIdentity: string, leaseDurationSeconds = 15) => ({
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: { namespace: "team-a", name: "controller", resourceVersion },
  spec: { holderIdentity, leaseDurationSeconds, renewTime: "2026-07-01T08:00:00.000000Z" },
});

const event = (verb: string, responseObject: object, more: object = {}): Event => ({
  kind: "Event",
  apiVersion: "audit.k8s.io/v1",
  level: "RequestResponse",
  stage: "ResponseComplete",
  verb,
  user: { username: "jane", groups: ["system:authenticated"] },
  objectRef: {
    resource: "leases",
    namespace: "team-a",
    name: "controller",
    apiGroup: "coordination.k8s.io",
    apiVersion: "v1",
  },
  responseStatus: { code: 200 },
  requestReceivedTimestamp: "2026-07-01T08:00:01.000000Z",
  responseObject,
  ...more,
});

const created = event("create", lease("1", "a"));
const takenOver = event("update", lease("2", "b"));
const deleted = event("delete", { kind: "Status", apiVersion: "v1" });

function simulate(events: readonly unknown[], profile: "strict" | "default" = "strict"): Simulation {
  const simulation = emptySimulation("audit.log", true, defaultClockSkewMs);
  const validate = createValidate(rules, { ...defaultPolicy, profile });
  const options = {
    validate,
    baseline: createValidate(rules),
    now: new Date(),
    readAudited: auditLogReader(),
  };
  for (const [index, value] of events.entries())
    for (const content of readLine(encode(value))) simulateLine({ number: index + 1, content }, options, simulation);
  return simulation;
}

describe("an audit log", () => {
  it.each<readonly [string, readonly Event[], Partial<Simulation>]>([
    ["a takeover", [created, takenOver], { reviews: 2, outcomes: { deny: 1, warn: 0, audit: 0 }, incomplete: 0 }],
    [
      "a delete of a known Lease",
      [created, deleted],
      { reviews: 2, outcomes: { deny: 0, warn: 1, audit: 0 }, incomplete: 0 },
    ],
    [
      "an update and a delete of an unknown Lease",
      [takenOver, event("delete", {}, { objectRef: { ...(deleted["objectRef"] as object), name: "other" } })],
      { reviews: 0, incomplete: 2 },
    ],
    [
      "a write of level Metadata",
      [event("update", {}, { level: "Metadata", responseObject: undefined })],
      { reviews: 0, incomplete: 1 },
    ],
    [
      "reads, and writes that failed",
      [event("get", lease("1", "a")), event("update", {}, { responseStatus: { code: 403 } })],
      { reviews: 0, incomplete: 0, unreadable: { lines: 0, errors: new Map() } },
    ],
    [
      "no time",
      [event("create", lease("1", "a"), { requestReceivedTimestamp: "yesterday" })],
      {
        reviews: 0,
        unreadable: {
          lines: 1,
          errors: new Map([["must have the time requestReceivedTimestamp", { line: 1, lines: 1 }]]),
        },
      },
    ],
  ])("with %s", (_, events, expected) => expect(simulate(events)).toMatchObject(expected));

  it("shows the writes, and their differences from the baseline", () => {
    const simulation = simulate([created, takenOver]);
    expect(simulation.comparison).toMatchObject({ newlyDenied: 1 });
    expect(simulation.rules.get("lease/holder-kept-until-expiry")?.examples).toMatchObject([
      { line: 2, operation: "UPDATE", kind: "Lease", namespace: "team-a", name: "controller", user: "jane" },
    ]);
  });

  it("causes a warning if it does not show whole writes", () => {
    const text = simulationText(simulate([takenOver]), reportContext(false));
    expect(text).toContain(
      "warning: 1 write not validated, because the audit log does not show the user and the objects before and after the write\n",
    );
  });

  it("of a real API server causes no denials", () => {
    const file = new URL("../fixtures/audit/client-go.jsonl", import.meta.url);
    const events = readFileSync(file, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Event);
    expect(simulate(events)).toMatchObject({
      reviews: 33,
      outcomes: { deny: 0 },
      skipped: 0,
      incomplete: 0,
      unreadable: { lines: 0, errors: new Map() },
    });
  });

  it("never causes an exception", () => {
    const paths = [
      ...Object.keys(created).map((key) => [key]),
      ["user", "username"],
      ["user", "groups"],
      ["user", "extra"],
      ["objectRef", "name"],
    ];
    const changed = fc.record({
      base: fc.constantFrom(created, takenOver, deleted),
      path: fc.constantFrom(...paths),
      value: fc.jsonValue(),
    });
    fc.assert(
      fc.property(fc.array(changed, { maxLength: 3 }), (changes) => {
        const events = changes.map(({ base, path: [field = "", inner], value }) => ({
          ...base,
          [field]: inner === undefined ? value : { ...(base[field] as object), [inner]: value },
        }));
        const { reviews, incomplete, unreadable, skipped } = simulate([created, ...events]);
        expect(reviews + incomplete + unreadable.lines + skipped).toBeLessThanOrEqual(events.length + 1);
      }),
      { numRuns: 1000 },
    );
  });
});
