import type { AdmissionReview } from "../core/api/admission.ts";
import { type KubernetesVersion, kubernetesVersions } from "../core/api/kubernetes-version.ts";
import { listedValues } from "../core/api/listed-objects.ts";
import type { Status } from "../core/api/meta.ts";
import { errorText } from "../core/field/error.ts";
import { ok, type Result } from "../core/field/result.ts";
import { toResponse } from "../engine/review/respond.ts";
import { reviewBody } from "../engine/review/review.ts";
import type { Submission } from "../engine/validate/submission.ts";
import { createValidate, type Validate } from "../engine/validate/validate.ts";
import { type ViewedObject, viewOf } from "../engine/validate/view.ts";
import { decodePolicy } from "../policy/file/decode-policy.ts";
import type { PolicyDocument } from "../policy/file/policy-document.ts";
import { lacksParameters, type Mode, modes, offWithoutParameters, type Policy, policyOf } from "../policy/policy.ts";
import { findRule } from "../rules/find-rule.ts";
import { type KnownRuleId, rules } from "../rules/index.ts";
import type { RuleId } from "../rules/rule.ts";
import { type Allowed, type Denied, toVerdict, type Verdict } from "./verdict.ts";
import { type CommonWrite, toJson, toSubmission, type Write } from "./write.ts";

/** The modes of individual rules, by rule id. */
type Modes = Readonly<Partial<Record<KnownRuleId, Mode>>>;

/**
 * Options for validation. Without options, a validator works like the webhook with its default
 * policy.
 */
export interface ValidatorOptions {
  /** The modes of individual rules. Any other rule has the mode of the profile `default`. */
  readonly modes?: Modes;
  /**
   * The parsed content of a policy file for `lease-guard serve --policy`. Must not be set together
   * with `modes`.
   */
  readonly policy?: PolicyDocument;
  /**
   * The Kubernetes version. `validate` and `validateAll` then validate only the API versions that
   * this version serves. By default, these functions validate all API versions.
   */
  readonly kubernetesVersion?: KubernetesVersion;
}

/**
 * The webhook's response to an AdmissionReview. If lease-guard does not validate the write, or if
 * lease-guard rejects the review, `verdict` is absent. If lease-guard rejects the review, `body`
 * states why.
 */
export type ReviewReply =
  | { readonly httpStatus: 200; readonly body: AdmissionReview; readonly verdict?: Allowed | Denied }
  | { readonly httpStatus: 400; readonly body: Status; readonly verdict?: undefined };

/** Validates writes as the webhook does. A validator has no state. */
export interface Validator {
  /**
   * Validates a write of an object. Throws a TypeError for an impossible write, such as an UPDATE
   * without `oldObject`, and for a value that is not an object.
   */
  readonly validate: (object: object, write?: Write) => Verdict;
  /**
   * Validates a create of each object, and compares the objects with each other. Returns the
   * verdicts in the order of the objects. A List has a verdict for each of its items. Throws a
   * TypeError if an item is not an object.
   */
  readonly validateAll: (objects: readonly object[], write?: CommonWrite) => readonly Verdict[];
  /**
   * Returns the webhook's response to an AdmissionReview, which can be bytes, a string, or parsed
   * JSON. Throws a TypeError if an object has no JSON form. `now` is the time of the review. The
   * default is the current time.
   */
  readonly review: (review: Uint8Array | string | object, options?: { readonly now?: Date }) => ReviewReply;
}

/**
 * Creates a validator. Throws a TypeError for invalid options, such as an unknown rule, an unknown
 * Kubernetes version, or `modes` together with `policy`.
 */
export function createValidator({ modes, policy, kubernetesVersion }: ValidatorOptions = {}): Validator {
  if (kubernetesVersion !== undefined && !kubernetesVersions.includes(kubernetesVersion))
    throw new TypeError(
      `kubernetesVersion must be ${kubernetesVersions.join(", ")}, not ${JSON.stringify(kubernetesVersion)}`,
    );
  const validate = createValidate(rules, toPolicy(modes, policy));
  return {
    validate: (object, write = {}) => validateObject(validate, object, write, kubernetesVersion),
    validateAll: (objects, write = {}) => validateObjects(validate, objects, write, kubernetesVersion),
    review: (review, { now = new Date() } = {}) => reviewObject(validate, review, now),
  };
}

function validateObject(
  validate: Validate,
  object: object,
  write: Write,
  kubernetesVersion: KubernetesVersion | undefined,
): Verdict {
  return validateSubmission(validate, toSubmission(object, write, kubernetesVersion));
}

function validateObjects(
  validate: Validate,
  objects: readonly object[],
  { now = new Date(), ...write }: CommonWrite,
  kubernetesVersion: KubernetesVersion | undefined,
): readonly Verdict[] {
  const items = objects.flatMap((object) => listedValues(object).map(({ value }) => value as object));
  const submissions = items.map((object) => toSubmission(object, { ...write, now }, kubernetesVersion));
  const view = viewOf(
    submissions.flatMap((submission) => (submission.ok ? [createdBy(submission.value)] : [])),
    now,
  );
  return submissions.map((submission) =>
    validateSubmission(
      validate,
      submission.ok ? ok({ ...submission.value, context: { ...submission.value.context, view } }) : submission,
    ),
  );
}

function createdBy({ served, change }: Submission): ViewedObject {
  if (change.operation === "DELETE") throw new Error("a create has an object");
  return { served, object: change.object as object };
}

function validateSubmission(validate: Validate, submission: Result<Submission, string>): Verdict {
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

/**
 * Reports whether a value is a view of bytes. Also works for a value from another JavaScript realm,
 * such as a browser environment of a test runner.
 */
function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value);
}

/**
 * Returns the policy for modes or for a parsed policy file. Throws a TypeError if both are set, or
 * if a mode or the policy is invalid. For an invalid policy, the message contains the errors of the
 * policy.
 */
export function toPolicy(chosen: Modes | undefined, written: PolicyDocument | undefined): Policy {
  if (written === undefined) return fromModes(chosen ?? {});
  if (chosen !== undefined) throw new TypeError("modes must not be set together with a policy");
  const decoded = decodePolicy(written);
  if (decoded.ok) return decoded.value;
  throw new TypeError(`the policy is invalid: ${decoded.error.map(errorText).join("; ")}`);
}

function fromModes(chosen: Modes): Policy {
  const policy = new Map<RuleId, Mode>();
  for (const [id, mode] of Object.entries(chosen)) {
    const rule = findRule(id);
    if (!rule.ok) throw new TypeError(rule.error);
    if (!modes.includes(mode))
      throw new TypeError(`the mode of ${id} must be ${modes.join(", ")}, not ${JSON.stringify(mode)}`);
    if (mode !== "off" && lacksParameters(rule.value, {}))
      throw new TypeError(`the mode of ${id} belongs in a policy with parameters, because ${offWithoutParameters}`);
    policy.set(rule.value.id, mode);
  }
  return policyOf(policy);
}
