import { toResponse } from "../admission/respond.ts";
import { reviewBody } from "../admission/review.ts";
import type { AdmissionReview } from "../api/admission.ts";
import type { Status } from "../api/meta.ts";
import type { PolicyDocument } from "../policy-file/policy-document.ts";
import { rules } from "../rules/index.ts";
import { type KubernetesRelease, kubernetesReleases } from "../validate/kubernetes-release.ts";
import { createValidate, type Validate } from "../validate/validate.ts";
import { type Modes, toPolicy } from "./to-policy.ts";
import { type Allowed, type Denied, toVerdict, type Verdict } from "./verdict.ts";
import { toJson, toSubmission, type Write } from "./write.ts";

/** How to validate; without any option, as the webhook does. */
export interface ValidatorOptions {
  /** The modes of single rules; all others have the mode of their tier. */
  readonly modes?: Modes;
  /** The parsed content of a file for `lease-guard serve --policy`; excludes `modes`. */
  readonly policy?: PolicyDocument;
  /** The Kubernetes version whose messages and served versions count. */
  readonly kubernetesRelease?: KubernetesRelease;
}

/**
 * The webhook's reply; without a verdict if there is nothing to validate, which the body explains.
 */
export type ReviewReply =
  | { readonly httpStatus: 200; readonly body: AdmissionReview; readonly verdict?: Allowed | Denied }
  | { readonly httpStatus: 400; readonly body: Status; readonly verdict?: undefined };

/** Validates as the webhook does; holds no state. */
export interface Validator {
  /**
   * Validates a write of an object. Throws a TypeError for an impossible write, such as an UPDATE
   * without oldObject.
   */
  readonly validate: (object: object, write?: Write) => Verdict;
  /**
   * Replies to an AdmissionReview: its bytes, its text, or its parsed JSON. `now` defaults to the
   * current time.
   */
  readonly review: (review: Uint8Array | string | object, options?: { readonly now?: Date }) => ReviewReply;
}

/**
 * Throws a TypeError for an unknown rule, mode or Kubernetes version, and for an invalid policy.
 */
export function createValidator({ modes, policy, kubernetesRelease }: ValidatorOptions = {}): Validator {
  if (kubernetesRelease !== undefined && !kubernetesReleases.includes(kubernetesRelease))
    throw new TypeError(`kubernetesRelease must be ${kubernetesReleases.join(", ")}, not ${JSON.stringify(kubernetesRelease)}`);
  const validate = createValidate(rules, toPolicy(modes, policy), kubernetesRelease);
  return {
    validate: (object, write = {}) => validateObject(validate, object, write, kubernetesRelease),
    review: (review, { now = new Date() } = {}) => reviewObject(validate, review, now),
  };
}

function validateObject(validate: Validate, object: object, write: Write, release: KubernetesRelease | undefined): Verdict {
  const submission = toSubmission(object, write, release);
  if (!submission.ok) return { judged: false, allowed: true, reason: submission.error, findings: [], warnings: [] };
  const { served, change } = submission.value;
  const verdict = validate(submission.value);
  return toVerdict(toResponse({ uid: "", kind: served.gvk, ...change }, verdict), verdict);
}

function reviewObject(validate: Validate, review: Uint8Array | string | object, now: Date): ReviewReply {
  const { httpStatus, body, verdict } = reviewBody(toBytes(review), validate, now);
  if (httpStatus === 400) return { httpStatus, body };
  return { httpStatus, body, ...(verdict && { verdict: toVerdict(body.response, verdict) }) };
}

function toBytes(review: Uint8Array | string | object): Uint8Array {
  if (isBytes(review)) return review;
  return new TextEncoder().encode(typeof review === "string" ? review : toJson(review, "the review"));
}

/** Also true for bytes of another realm, such as a test runner's browser environment. */
function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value);
}
