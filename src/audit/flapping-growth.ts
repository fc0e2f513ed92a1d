import { nameIn } from "../rules/shared/pod-names.ts";
import type { Observation, Subject } from "./check.ts";

/**
 * Returns the growth of leaseTransitions between the first and the last listing if it shows that no
 * client keeps the Lease, and undefined otherwise. A single takeover is normal. Several takeovers
 * are normal during a rollout if the listings show each of them, and each holder is another pod. A
 * pod that restarts has a new identity, but keeps its name.
 */
export function flappingGrowth({ listed, seen }: Subject): number | undefined {
  const grown = listed.transitions - (seen[0]?.listed.transitions ?? listed.transitions);
  if (grown < 2) return undefined;
  const holders = seenHolders(seen);
  const names = holders.filter((holder, index) => holder !== holders[index - 1]).map(nameIn);
  const isRollout = grown < names.length && !names.includes(undefined) && new Set(names).size === names.length;
  return isRollout ? undefined : grown;
}

/** Returns the holders of a Lease in the listings, oldest first. Leaves out empty holders. */
export function seenHolders(seen: readonly Observation[]): readonly string[] {
  return seen.map(({ listed }) => listed.holder).filter((holder) => holder !== "");
}

/** Returns two values of which the first appears before and after the second, as in A, B, A. */
export function returningPair(values: readonly string[]): readonly [string, string] | undefined {
  const changes = values.filter((value, index) => value !== values[index - 1]);
  const at = changes.findIndex((value, index) => changes.indexOf(value) < index);
  const [again, between] = [changes[at], changes[at - 1]];
  return again === undefined || between === undefined ? undefined : [again, between];
}
