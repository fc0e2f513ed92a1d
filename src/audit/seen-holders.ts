import type { Observation } from "./check.ts";

/** Returns the holders of a Lease in the listings, oldest first. Leaves out empty holders. */
export function seenHolders(seen: readonly Observation[]): readonly string[] {
  return seen.map(({ listed }) => listed.holder).filter((holder) => holder !== "");
}
