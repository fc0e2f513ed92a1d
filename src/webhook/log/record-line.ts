import { maxDepth, mustNotNestDeeper } from "../../core/api/json-object.ts";
import { failed, ok, type Result, tryOrUndefined } from "../../core/field/result.ts";
import { exceedsLimits } from "../../core/text/json-scan.ts";
import { type Reply, validReview } from "../../engine/review/respond.ts";
import type { ReviewRecord } from "../../recording/recorded-review.ts";
import { redact } from "../../recording/redact.ts";

const limits = { maxDepth, maxValues: Number.POSITIVE_INFINITY };

/** The line of a review in a recording, or the reason why the review cannot be recorded. */
export type RecordLine = Result<string, string>;

/**
 * Returns the redacted review as a line of JSON for `lease-guard simulate`. Returns undefined if
 * lease-guard did not validate the write. Fails if `simulate` could not read the line, because the
 * line nests deeper than `maxDepth`, or if lease-guard has not read the whole objects.
 */
export function recordLine(reply: Reply, time: Date): RecordLine | undefined {
  const valid = validReview(reply);
  if (!valid.ok || valid.value.verdict === undefined) return undefined;
  const { request, body, verdict } = valid.value;
  if (verdict.findings.some(({ source }) => source === "limit")) return failed("the review exceeds a limit");
  const record: ReviewRecord = {
    time,
    review: { apiVersion: body.apiVersion, kind: "AdmissionReview", request: redact(request) },
  };
  const json = tryOrUndefined(() => JSON.stringify(record));
  // JSON.stringify throws for a few thousand levels.
  if (json === undefined || exceedsLimits(json, limits)) return failed(`the record ${mustNotNestDeeper(maxDepth)}`);
  return ok(`${json}\n`);
}
