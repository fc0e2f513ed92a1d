import type { ObjectPlace } from "../engine/validate/submission.ts";
import type { ObjectIdentity } from "./reports/result.ts";
import type { InputTally } from "./tally.ts";
import { withPosition } from "./with-position.ts";

/**
 * Maximum number of skipped objects that a run lists. A repository can contain any number of
 * objects of other kinds. Each of them takes up to 1 KB of memory, including its part of a report.
 */
export const maxSkippedObjects = 10_000;

/**
 * Counts an object that lease-guard does not validate. Lists the object unless the list is full.
 */
export function addSkipped({ tally }: InputTally, place: ObjectPlace, object: ObjectIdentity, reason: string): void {
  tally.skipped++;
  if (tally.skippedObjects.length < maxSkippedObjects)
    tally.skippedObjects.push(withPosition({ object, reason }, place));
}
