import { ok, type Result } from "../../src/core/field/result.ts";
import { type ReplayableReview, readLine } from "../../src/recording/read-record.ts";

/** Reads the review in the bytes of a line. Returns undefined for a line without a review. */
export function readRecord(line: Uint8Array | undefined): Result<ReplayableReview | undefined, string> {
  const [read = ok(undefined)] = readLine(line);
  if (!read.ok) return read;
  return ok(read.value && "review" in read.value ? read.value.review : undefined);
}
