import type { AdmissionRequest } from "../core/api/admission.ts";
import { ok, type Result } from "../core/field/result.ts";
import { validReview } from "../engine/review/respond.ts";
import { reviewBody } from "../engine/review/review.ts";
import type { Validate } from "../engine/validate/validate.ts";
import type { Finding, Verdict } from "../engine/validate/verdict.ts";
import { findingModes } from "../policy/policy.ts";
import type { AuditedWrite } from "../recording/audit-event.ts";
import type { ObservedWrite } from "../recording/observed-write.ts";
import type { LineContent, RecordLine, ReplayableReview } from "../recording/read-record.ts";
import { reviewTime } from "../recording/recorded-review.ts";
import { addUnreadableLine } from "../recording/unreadable-lines.ts";
import type { Outcome, Replayed, Simulation } from "./simulation.ts";
import { tallyReview } from "./tally-review.ts";

/** A replayed write, the count of the writes that cannot be replayed, or undefined for no write. */
type ReplayedLine = Replayed | "skipped" | "incomplete" | undefined;

/** Evaluates a review or an audit event of a line, and adds its outcome to the simulation. */
export function simulateLine(
  { number, content }: RecordLine,
  options: SimulationOptions,
  simulation: Simulation,
): void {
  const replayed = content.ok ? replay(content.value, options) : content;
  if (!replayed.ok) addUnreadableLine(simulation.unreadable, number, replayed.error);
  else if (typeof replayed.value === "string") simulation[replayed.value]++;
  else if (replayed.value !== undefined) tallyReview(number, replayed.value, simulation);
}

export interface SimulationOptions {
  readonly validate: Validate;
  /** Validates a review under the baseline policy. If there is no baseline, the field is absent. */
  readonly baseline?: Validate;
  /** Validates a review under the policy after all its dates. Absent if the policy has no dates. */
  readonly eventually?: Validate;
  /** The current time, for `reviewTime`. */
  readonly now: Date;
  /** Completes the writes of an audit log with the earlier writes of the same log. */
  readonly readAudited: (write: AuditedWrite) => ObservedWrite;
}

function replay(content: LineContent | undefined, options: SimulationOptions): Result<ReplayedLine, string> {
  if (content === undefined) return ok(undefined);
  if ("review" in content) return replayReview(content.review, options);
  return ok(content.audited && replayAudited(content.audited, options));
}

/** Evaluates a write of an audit log if the log shows the user and all objects of the write. */
function replayAudited(
  audited: AuditedWrite,
  { validate, eventually, baseline, readAudited }: SimulationOptions,
): ReplayedLine {
  const { submission, namespace, name } = readAudited(audited);
  if (submission === undefined) return "incomplete";
  const { served, change, context } = submission;
  const { group, version } = served.gvk;
  const resource = { group, version, resource: served.resource };
  const objects = change as Pick<AdmissionRequest, "operation" | "object" | "oldObject">;
  const request = { uid: "", kind: served.gvk, resource, namespace, name, userInfo: context.user, ...objects };
  return replayed(request, validate(submission), {
    after: eventually?.(submission),
    before: baseline?.(submission),
  });
}

function replayReview(record: ReplayableReview, options: SimulationOptions): Result<ReplayedLine, string> {
  const time = reviewTime(record, options.now);
  const replyBy = (validate: Validate) => reviewBody(record.body, validate, time);
  const valid = validReview(replyBy(options.validate));
  if (!valid.ok) return valid;
  const { request, verdict } = valid.value;
  if (verdict === undefined) return ok("skipped");
  const verdictBy = (each: Validate | undefined) => each && replyBy(each).verdict;
  return ok(replayed(request, verdict, { after: verdictBy(options.eventually), before: verdictBy(options.baseline) }));
}

/** The verdicts under the policy after all its dates, and under the baseline. */
interface OtherVerdicts {
  readonly after: Verdict | undefined;
  readonly before: Verdict | undefined;
}

function replayed(request: AdmissionRequest, verdict: Verdict, { after = verdict, before }: OtherVerdicts): Replayed {
  const isEventuallyDenied = after.findings.some(({ mode }) => mode === "deny");
  return { request, outcome: outcomeOf(verdict), isEventuallyDenied, ...(before && { before: outcomeOf(before) }) };
}

function outcomeOf({ findings, crashes }: Verdict): Outcome {
  const rules = new Map<string, Finding>();
  for (const finding of findings) if (!rules.has(finding.origin)) rules.set(finding.origin, finding);
  return {
    mode: findingModes.find((mode) => findings.some((finding) => finding.mode === mode)) ?? "none",
    rules,
    crashes,
  };
}
