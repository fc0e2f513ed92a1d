import { parseLine, type ReplayableReview, toReplayable } from "../../src/cli/simulate/read-record.ts";
import { ok, type Result } from "../../src/field/result.ts";

/** Reads the review in the bytes of a line. Returns undefined for an empty line. */
export function readRecord(line: Uint8Array | undefined): Result<ReplayableReview | undefined, string> {
  const parsed = parseLine(line);
  if (!parsed.ok) return parsed;
  return parsed.value === undefined ? ok(undefined) : toReplayable(parsed.value);
}
