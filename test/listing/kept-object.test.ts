import { expect, it } from "vitest";
import { manifestObjects } from "../../src/core/api/listed-objects.ts";
import { keptObject, keptText, labelKeysOf } from "../../src/listing/kept-object.ts";
import { objectReader } from "../../src/listing/object-reader.ts";
import { storedRules } from "../../src/listing/stored-rules.ts";
import { defaultPolicy, type Policy } from "../../src/policy/policy.ts";
import { auditedAt, leaseBy } from "../harness/audit-objects.ts";

const policy: Pick<Policy, "rules" | "exemptions"> = {
  rules: new Map([
    ["lease/holder-is-candidate", { scopes: [{ match: { labels: { team: "a" }, not: { labels: { tier: "*" } } } }] }],
  ]),
  exemptions: [{ rules: [], match: { labels: { app: "b" } }, reason: "", owner: "", expires: new Date(0) }],
};

it("a kept object has only the labels that the policy names, and known fields of the spec", () => {
  expect(labelKeysOf(policy)).toEqual(new Set(["app", "team", "tier"]));
  const lease = {
    apiVersion: "v1",
    kind: "Lease",
    metadata: { namespace: "n", name: "l", labels: { team: "a", other: "b" }, unknown: 1 },
  };
  expect(keptObject({ ...lease, spec: { strategy: "s", unknown: 1 }, unknown: 1 }, labelKeysOf(policy))).toEqual({
    apiVersion: "v1",
    kind: "Lease",
    metadata: { namespace: "n", name: "l", creationTimestamp: undefined, labels: { team: "a" } },
    spec: { strategy: "s" },
  });
});

it.each([
  ["x".repeat(600), "x".repeat(600)],
  ["x".repeat(601), `${"x".repeat(600)}…`],
])("keeps at most 600 characters of a string", (text, kept) => {
  expect(keptText(text)).toBe(kept);
});

it("the facts contain no long string", () => {
  const long = "x".repeat(100_000);
  const writers = [{ manager: long, at: -1.5, renews: true }];
  const { objects } = manifestObjects(
    leaseBy({ holder: long, uid: long, writers, metadata: { labels: { [`${long}!`]: "" } } }),
  );
  const read = objectReader({ rules: storedRules(defaultPolicy), now: auditedAt, candidates: [] })(objects);
  expect(read.objects).toHaveLength(1);
  expect(read.objects[0]?.findings.length).toBeGreaterThan(0);
  expect(JSON.stringify(read.objects).length).toBeLessThan(10_000);
});
