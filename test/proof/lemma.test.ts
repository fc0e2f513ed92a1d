import { describe, expect, it } from "vitest";
import { sample } from "../harness/sample.ts";
import {
  accepted,
  acceptedIn,
  acceptedWithTakeover,
  acceptsChanges,
  acceptsCreate,
  acceptsDelete,
  type GridLease,
  gridLeases,
  type LeaseChange,
  metadataChanges,
  type Part,
  specChanges,
  takeovers,
} from "./lemma.ts";

const changes = [...specChanges.flat(), ...metadataChanges];
/** All pairs of changes of two fields. */
const pairs = changes.flatMap((first, index) =>
  changes.slice(index + 1).flatMap((second) => (fieldOf(first) === fieldOf(second) ? [] : [[first, second]])),
);

function fieldOf({ name }: LeaseChange): string {
  return name.slice(0, name.indexOf(":"));
}

/** A part of the grid, for pairs of changes. */
const someLeases = (part: Part) => gridLeases(part).filter((_, index) => index % 13 === 0);
const refusedFor = (lease: GridLease) => new Set(changes.filter((change) => acceptsChanges(lease, [change]) === false));

describe.each(["guarded", "last seconds"] as const)("in the part %s of a lease term, another pod", (part) => {
  const leases = gridLeases(part);

  it("has a grid of more than 1,000 Leases", () => expect(leases.length).toBeGreaterThan(1000));

  it("can make exactly the published changes", () => {
    const published = acceptedIn(part);
    const found = new Set<string>();
    const wrong: string[] = [];
    for (const lease of leases)
      for (const change of changes) {
        const isAccepted = acceptsChanges(lease, [change]);
        if (isAccepted) found.add(change.name);
        const isExpected = published.includes(change.name) && accepted[change.name]?.isFor(lease, part);
        if (isAccepted !== undefined && isAccepted !== isExpected) wrong.push(`${change.name}: ${lease.title}`);
      }
    expect(wrong).toEqual([]);
    expect([...found]).toEqual(published);
  });

  it("cannot delete the Lease", () => expect(leases.filter(acceptsDelete)).toEqual([]));

  it("cannot make two changes if it cannot make one of them, except with a takeover in the last seconds", () => {
    const wrong: string[] = [];
    for (const lease of someLeases(part)) {
      const refused = refusedFor(lease);
      for (const pair of sample(pairs, 10)) {
        const isException = part === "last seconds" && pair.some(({ name }) => takeovers.includes(name));
        if (!isException && pair.some((change) => refused.has(change)) && acceptsChanges(lease, pair))
          wrong.push(`${pair.map(({ name }) => name).join(", ")}: ${lease.title}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("in the last seconds of a lease term, another pod", () => {
  it.each(takeovers)("can make exactly the published changes only together with %s", (takeover) => {
    const taking = changes.filter(({ name }) => name === takeover);
    const others = changes.filter((change) => fieldOf(change) !== "spec.holderIdentity");
    const found = new Set<LeaseChange>();
    for (const lease of someLeases("last seconds")) {
      const refused = refusedFor(lease);
      for (const change of others)
        if (refused.has(change) && acceptsChanges(lease, [...taking, change])) found.add(change);
    }
    expect(others.filter((change) => found.has(change)).map(({ name }) => name)).toEqual(acceptedWithTakeover);
  });
});

describe("in a guarded lease term, another pod", () => {
  it("cannot create a held Lease of another pod", () =>
    expect(gridLeases("guarded").filter(acceptsCreate)).toEqual([]));
});
