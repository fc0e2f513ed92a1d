import { describe, expect, it } from "vitest";
import { sample } from "../harness/sample.ts";
import {
  acceptedInLastSeconds,
  acceptedInTerm,
  acceptsChanges,
  acceptsCreate,
  acceptsDelete,
  gridLeases,
  type LeaseChange,
  metadataChanges,
  specChanges,
} from "./lemma.ts";

const changes = [...specChanges.flat(), ...metadataChanges];
/** All pairs of changes of two fields. */
const pairs = changes.flatMap((first, index) =>
  changes.slice(index + 1).flatMap((second) => (fieldOf(first) === fieldOf(second) ? [] : [[first, second]])),
);

/** In a longer term, docs/rules/lease/last-finalizer-kept.md allows other pods to end the deletion. */
const longestDelayMs = 300_000;

function fieldOf({ name }: LeaseChange): string {
  return name.slice(0, name.indexOf(":"));
}

describe.each([
  ["guarded", acceptedInTerm],
  ["last seconds", acceptedInLastSeconds],
] as const)("in the part %s of a lease term, another pod", (part, accepted) => {
  const leases = gridLeases(part);

  it("has a grid of more than 700 Leases", () => expect(leases.length).toBeGreaterThan(700));

  it("can make exactly the published changes", () => {
    const found = new Set<string>();
    const wrong: string[] = [];
    for (const lease of sample(leases, 12))
      for (const change of changes) {
        const isAccepted = acceptsChanges(lease, [change]);
        if (isAccepted) found.add(change.name);
        const isShort = part === "guarded" && lease.restMs <= longestDelayMs;
        const endsDeletion = lease.isDeleting && isShort && change.name === "metadata.finalizers: none left";
        const addsInDeletion = lease.isDeleting && /one more$/.test(change.name);
        const isExpected = accepted.includes(change.name) && !endsDeletion && !addsInDeletion;
        if (isAccepted !== undefined && isAccepted !== isExpected) wrong.push(`${change.name}: ${lease.title}`);
      }
    expect(wrong).toEqual([]);
    expect([...found]).toEqual(accepted);
  });

  it("cannot delete the Lease", () => expect(leases.filter(acceptsDelete)).toEqual([]));
});

describe("in a guarded lease term, another pod", () => {
  it("cannot make two changes if it cannot make one of them", () => {
    const wrong: string[] = [];
    for (const lease of gridLeases("guarded").filter((_, index) => index % 13 === 0)) {
      const refused = new Set(changes.filter((change) => acceptsChanges(lease, [change]) === false));
      for (const pair of sample(pairs, 10))
        if (pair.some((change) => refused.has(change)) && acceptsChanges(lease, pair))
          wrong.push(`${pair.map(({ name }) => name).join(", ")}: ${lease.title}`);
    }
    expect(wrong).toEqual([]);
  });

  it("cannot create a held Lease of another pod", () =>
    expect(gridLeases("guarded").filter(acceptsCreate)).toEqual([]));
});
