import { expect, it } from "vitest";
import { manifestObjects } from "../../src/core/api/listed-objects.ts";
import { listingBudget } from "../../src/listing/listing-budget.ts";
import { objectReader } from "../../src/listing/object-reader.ts";
import { storedRules } from "../../src/listing/stored-rules.ts";
import { unreadObjects } from "../../src/listing/unread-objects.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { leaseBy } from "../harness/audit-objects.ts";

const now = new Date("2026-07-01T08:00:00Z");
const leases = (namespace: string, count: number, metadata: object = {}): readonly object[] =>
  Array.from({ length: count }, (_, index) => leaseBy({ name: `a${index}`, metadata: { namespace, ...metadata } }));

/**
 * Returns the numbers of the Leases that fit, by namespace, and what the report says of the others.
 */
function fit(items: readonly object[]): {
  readonly kept: Readonly<Record<string, number>>;
  readonly unread: readonly string[];
} {
  const budget = listingBudget({ total: 30_000, namespace: 20_000 });
  const { objects } = objectReader({ rules: undefined, now, candidates: [], budget })(
    manifestObjects({ kind: "List", items }).objects,
  );
  const kept: Record<string, number> = {};
  for (const { namespace } of objects) kept[namespace] = (kept[namespace] ?? 0) + 1;
  return {
    kept,
    unread: unreadObjects()
      .resources(budget)
      .map(({ resource, reason }) => `${resource}: ${reason.split(" did")[0]}`),
  };
}

it("one namespace does not push another one out of the audit", () => {
  const { kept, unread } = fit([...leases("large", 1000), ...leases("small", 5)]);
  expect(kept["small"]).toBe(5);
  expect(kept["large"]).toBeGreaterThan(10);
  expect(unread).toEqual([`objects of the namespace large: ${1000 - (kept["large"] ?? 0)} objects`]);
});

it("long strings count", () => {
  const { kept } = fit([...leases("a", 100, { uid: "u".repeat(5000) })]);
  expect(kept["a"]).toBeLessThan(5);
});

it("characters that need an escape sequence in messages count more", () => {
  const { kept } = fit([...leases("a", 100, { uid: "\u0001".repeat(250) })]);
  expect(kept["a"]).toBeLessThan(5);
});

it("many writers count", () => {
  const entry = { manager: "a", time: "2026-07-01T08:00:00Z", fieldsV1: { "f:spec": {} } };
  const { kept } = fit([...leases("a", 100, { managedFields: Array.from({ length: 200 }, () => entry) })]);
  expect(kept["a"]).toBeLessThan(5);
});

it("runs no rule for an object for which there is no memory", () => {
  const { objects } = manifestObjects({ kind: "List", items: leases("a", 100) });
  const rules = storedRules(defaultPolicy);
  let runs = 0;
  const alone: typeof rules.alone = (...input) => {
    runs++;
    return rules.alone(...input);
  };
  const budget = listingBudget({ total: 5000, namespace: 5000 });
  const kept = objectReader({ rules: { ...rules, alone }, now, candidates: [], budget })(objects).objects.length;
  expect(runs - kept).toBeLessThanOrEqual(1);
});

it("names the first namespaces with objects that do not fit", () => {
  const { unread } = fit(Array.from({ length: 60 }, (_, index) => leases(`n${index}`, 2)).flat());
  expect(unread).toHaveLength(21);
  expect(unread.at(-1)).toMatch(/^objects of other namespaces: \d+ objects$/);
});

it("names the first objects that exceed a limit", () => {
  const unread = unreadObjects();
  for (let index = 0; index < 22; index++)
    unread.add({ kind: "Lease", namespace: "a", name: `n${index}` }, "must be small");
  unread.add({}, "must be small");
  expect(unread.resources().slice(18)).toEqual([
    { resource: "Lease a/n18", reason: "must be small" },
    { resource: "Lease a/n19", reason: "must be small" },
    { resource: "3 more objects", reason: "they exceed the same limits" },
  ]);
});

it("begins again with a listing", () => {
  const budget = listingBudget({ total: 2000, namespace: 2000 });
  const read = objectReader({ rules: undefined, now, candidates: [], budget });
  const { objects } = manifestObjects({ kind: "List", items: leases("a", 5) });
  expect(read(objects).objects).toHaveLength(1);
  budget.clear();
  expect(read(objects).objects).toHaveLength(1);
  expect(budget.leftOut).toEqual(new Map([["a", 4]]));
});
