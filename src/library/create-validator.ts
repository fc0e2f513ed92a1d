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

/** Options for validation. Without any option, a validator works as the webhook does by default. */
export interface ValidatorOptions {
  /** The modes of single rules. All other rules have the mode of their tier. */
  readonly modes?: Modes;
  /**
   * The parsed content of a file for `lease-guard serve --policy`. Must not be set together with
   * `modes`.
   */
  readonly policy?: PolicyDocument;
  /** The Kubernetes version that sets the format of messages and the served API versions. */
  readonly kubernetesRelease?: KubernetesRelease;
}

/**
 * The webhook's reply. The verdict is absent if lease-guard does not validate anything. The body
 * then says why.
 */
export type ReviewReply =
  | { readonly httpStatus: 200; readonly body: AdmissionReview; readonly verdict?: Allowed | Denied }
  | { readonly httpStatus: 400; readonly body: Status; readonly verdict?: undefined };

/** Validates writes as the webhook does. A validator is stateless. */
export interface Validator {
  /**
   * Validates a write of an object. Throws a TypeError for an impossible write, such as an UPDATE
   * without oldObject.
   */
  readonly validate: (object: object, write?: Write) => Verdict;
  /**
   * Replies to an AdmissionReview, given as bytes, text, or parsed JSON. `now` defaults to the
   * current time.
   */
  readonly review: (review: Uint8Array | string | object, options?: { readonly now?: Date }) => ReviewReply;
}

/**
 * Creates a validator. Throws a TypeError for an unknown rule, mode, or Kubernetes version, and for
 * an invalid policy.
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

/** True for bytes, even from another realm, such as a test runner's browser environment. */
function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value);
}
