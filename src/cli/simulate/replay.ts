import { badRequestMessage } from "../../admission/respond.ts";
import { reviewBody } from "../../admission/review.ts";
import type { AdmissionRequest } from "../../api/admission.ts";
import { failed, ok, type Result } from "../../field/result.ts";
import type { FindingMode } from "../../policy/policy.ts";
import type { Validate } from "../../validate/validate.ts";
import type { Finding, Verdict } from "../../validate/verdict.ts";
import type { RecordedReview } from "./read-record.ts";

/** What a simulation evaluates reviews with. */
export interface SimulationOptions {
  readonly validate: Validate;
  /** Of the policy to compare with. */
  readonly baseline?: Validate;
  /** The time of a review that has none. */
  readonly now: Date;
}

/** The outcome of a verdict. */
export interface Outcome {
  /** The highest mode of its findings. */
  readonly mode: FindingMode | "none";
  /** The first finding of each rule; all findings of a rule in one verdict have the same mode. */
  readonly rules: ReadonlyMap<string, Finding>;
}

/** A review with its outcome under the policy and, if there is one, under the baseline. */
export interface Replayed {
  readonly request: AdmissionRequest;
  readonly outcome: Outcome;
  readonly before?: Outcome;
}

/** Evaluates a review as the webhook does; undefined if the webhook allows it without validation. */
export function replay({ body, now }: RecordedReview, options: SimulationOptions): Result<Replayed | undefined, string> {
  const replyBy = (validate: Validate) => reviewBody(body, validate, now ?? options.now);
  const reply = replyBy(options.validate);
  const problem = badRequestMessage(reply);
  if (problem !== undefined) return failed(problem);
  const { request, verdict } = reply;
  if (request === undefined || verdict === undefined) return ok(undefined);
  const before = options.baseline && replyBy(options.baseline).verdict;
  return ok({ request, outcome: outcomeOf(verdict), ...(before && { before: outcomeOf(before) }) });
}

function outcomeOf({ findings }: Verdict): Outcome {
  const rules = new Map<string, Finding>();
  for (const finding of findings) if (!rules.has(finding.origin)) rules.set(finding.origin, finding);
  const modes: readonly FindingMode[] = ["deny", "warn", "audit"];
  return { mode: modes.find((mode) => findings.some((finding) => finding.mode === mode)) ?? "none", rules };
}
