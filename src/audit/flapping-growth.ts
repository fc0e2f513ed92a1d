import type { Subject } from "./check.ts";

/**
 * Returns the growth of leaseTransitions between the first and the last listing if it shows that no
 * client keeps the Lease, and undefined otherwise. A single takeover is normal.
 */
export function flappingGrowth({ listed, seen: [first] }: Subject): number | undefined {
  const grown = first === undefined ? 0 : listed.transitions - first.listed.transitions;
  return grown < 2 ? undefined : grown;
}
