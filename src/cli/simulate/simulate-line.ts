import { reviewTime } from "../../admission/recorded-review.ts";
import { validReview } from "../../admission/respond.ts";
import { reviewBody } from "../../admission/review.ts";
import type { AdmissionRequest } from "../../api/admission.ts";
import { ok, type Result } from "../../field/result.ts";
import { type AuditedWrite, isAuditEvent, readAuditEvent } from "../../learn/audit-event.ts";
import type { ObservedWrite } from "../../learn/observed-write.ts";
import { findingModes } from "../../policy/policy.ts";
import type { Validate } from "../../validate/validate.ts";
import type { Finding, Verdict } from "../../validate/verdict.ts";
import { parseLine, type ReplayableReview, toReplayable } from "./read-record.ts";
import type { Outcome, Replayed, Simulation } from "./simulation.ts";
import type { Line } from "./split-lines.ts";
import { tallyReview, tallyUnreadable } from "./tally-review.ts";

/** A replayed write, the count of the writes that cannot be replayed, or undefined for no write. */
type ReplayedLine = Replayed | "skipped" | "incomplete" | undefined;

/**
 * Evaluates the review or the audit event in one line and adds its outcome to the simulation.
 * Ignores an empty line, and an audit event that is not a successful write.
 */
export function simulateLine({ number, bytes }: Line, options: SimulationOptions, simulation: Simulation): void {
  const parsed = parseLine(bytes);
  const replayed = parsed.ok ? replayValue(parsed.value, options) : parsed;
  if (!replayed.ok) tallyUnreadable(number, replayed.error, simulation);
  else if (typeof replayed.value === "string") simulation[replayed.value]++;
  else if (replayed.value !== undefined) tallyReview(number, replayed.value, simulation);
}

/** The validation functions and the current time of a simulation. */
export interface SimulationOptions {
  readonly validate: Validate;
  /** Validates a review under the baseline policy. If there is no baseline, the field is absent. */
  readonly baseline?: Validate;
  /** The current time, for `reviewTime`. */
  readonly now: Date;
  /** Completes the writes of an audit log with the earlier writes of the same log. */
  readonly readAudited: (write: AuditedWrite) => ObservedWrite;
}

function replayValue(value: unknown, options: SimulationOptions): Result<ReplayedLine, string> {
  if (value === undefined) return ok(undefined);
  if (isAuditEvent(value)) return replayEvent(value, options);
  const record = toReplayable(value);
  return record.ok ? replayReview(record.value, options) : record;
}

/** Evaluates the write of an audit event if the log shows the user and all objects of the write. */
function replayEvent(event: unknown, { validate, baseline, readAudited }: SimulationOptions): Result<ReplayedLine, string> {
  const audited = readAuditEvent(event);
  if (!audited.ok || audited.value === undefined) return audited.ok ? ok(undefined) : audited;
  const { submission, namespace, name } = readAudited(audited.value);
  if (submission === undefined) return ok("incomplete");
  const { served, change, context } = submission;
  const { group, version } = served.gvk;
  const resource = { group, version, resource: served.resource };
  const objects = change as Pick<AdmissionRequest, "operation" | "object" | "oldObject">;
  const request = { uid: "", kind: served.gvk, resource, namespace, name, userInfo: context.user, ...objects };
  return ok({ request, outcome: outcomeOf(validate(submission)), ...(baseline && { before: outcomeOf(baseline(submission)) }) });
}

/** Evaluates a review as the webhook does, under the policy and the baseline. */
function replayReview(record: ReplayableReview, options: SimulationOptions): Result<ReplayedLine, string> {
  const time = reviewTime(record, options.now);
  const replyBy = (validate: Validate) => reviewBody(record.body, validate, time);
  const valid = validReview(replyBy(options.validate));
  if (!valid.ok) return valid;
  const { request, verdict } = valid.value;
  if (verdict === undefined) return ok("skipped");
  const before = options.baseline && replyBy(options.baseline).verdict;
  return ok({ request, outcome: outcomeOf(verdict), ...(before && { before: outcomeOf(before) }) });
}

function outcomeOf({ findings, crashes }: Verdict): Outcome {
  const rules = new Map<string, Finding>();
  for (const finding of findings) if (!rules.has(finding.origin)) rules.set(finding.origin, finding);
  return { mode: findingModes.find((mode) => findings.some((finding) => finding.mode === mode)) ?? "none", rules, crashes };
}
