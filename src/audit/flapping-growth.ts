import { nameIn } from "../rules/shared/pod-names.ts";
import type { Subject } from "./check.ts";
import { seenHolders } from "./seen-holders.ts";

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
