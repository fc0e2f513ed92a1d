import { reviewTime } from "../../admission/recorded-review.ts";
import { validReview } from "../../admission/respond.ts";
import { reviewBody } from "../../admission/review.ts";
import { ok, type Result } from "../../field/result.ts";
import { findingModes } from "../../policy/policy.ts";
import type { Validate } from "../../validate/validate.ts";
import type { Finding, Verdict } from "../../validate/verdict.ts";
import { type RecordedReview, readRecord } from "./read-record.ts";
import type { Outcome, Replayed, Simulation } from "./simulation.ts";
import type { Line } from "./split-lines.ts";
import { tallyReview, tallyUnreadable } from "./tally-review.ts";

/**
 * Evaluates the review in one line and adds its outcome to the simulation. Ignores an empty line.
 */
export function simulateLine({ number, bytes }: Line, options: SimulationOptions, simulation: Simulation): void {
  const record = readRecord(bytes);
  const replayed = record.ok ? record.value && replay(record.value, options) : record;
  if (replayed === undefined) return;
  if (!replayed.ok) tallyUnreadable(number, replayed.error, simulation);
  else if (replayed.value === undefined) simulation.skipped++;
  else tallyReview(number, replayed.value, simulation);
}

/** The validation functions and the current time of a simulation. */
export interface SimulationOptions {
  readonly validate: Validate;
  /** Validates a review under the baseline policy. Absent if there is no baseline. */
  readonly baseline?: Validate;
  /** The current time, for `reviewTime`. */
  readonly now: Date;
}

/**
 * Evaluates a review as the webhook does, under the policy and the baseline. Returns undefined if
 * the webhook allows the review without validation.
 */
function replay(record: RecordedReview, options: SimulationOptions): Result<Replayed | undefined, string> {
  const time = reviewTime(record, options.now);
  const replyBy = (validate: Validate) => reviewBody(record.body, validate, time);
  const valid = validReview(replyBy(options.validate));
  if (!valid.ok) return valid;
  const { request, verdict } = valid.value;
  if (verdict === undefined) return ok(undefined);
  const before = options.baseline && replyBy(options.baseline).verdict;
  return ok({ request, outcome: outcomeOf(verdict), ...(before && { before: outcomeOf(before) }) });
}

function outcomeOf({ findings, crashes }: Verdict): Outcome {
  const rules = new Map<string, Finding>();
  for (const finding of findings) if (!rules.has(finding.origin)) rules.set(finding.origin, finding);
  return { mode: findingModes.find((mode) => findings.some((finding) => finding.mode === mode)) ?? "none", rules, crashes };
}
