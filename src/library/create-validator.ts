import { toContext } from "../admission/context.ts";
import { toResponse } from "../admission/respond.ts";
import { reviewBody } from "../admission/review.ts";
import type { AdmissionRequest, AdmissionReview } from "../api/admission.ts";
import type { Status } from "../api/meta.ts";
import { servedVersions } from "../api/served-versions.ts";
import type { PolicyDocument } from "../policy-file/policy-document.ts";
import { rules } from "../rules/index.ts";
import { type KubernetesRelease, kubernetesReleases, servedIn } from "../validate/kubernetes-release.ts";
import { createValidate, type Validate } from "../validate/validate.ts";
import { type Modes, toPolicy } from "./to-policy.ts";
import { toJson } from "./to-wire.ts";
import { type Allowed, type Denied, type NotJudged, toVerdict, type Verdict } from "./verdict.ts";
import { toChange, type Write } from "./write.ts";

/** How to judge; without any of it, as the webhook does. */
export interface ValidatorOptions {
  /** All other rules have the mode of their tier. */
  readonly modes?: Modes;
  /** What `lease-guard serve --policy` reads, parsed; instead of modes. */
  readonly policy?: PolicyDocument;
  /** Whose law and words to speak, and whose versions to know. */
  readonly kubernetesRelease?: KubernetesRelease;
}

/** What the webhook would answer; without a verdict where it could judge nothing, which the answer explains. */
export type ReviewReply =
  | { readonly httpStatus: 200; readonly body: AdmissionReview; readonly verdict?: Allowed | Denied }
  | { readonly httpStatus: 400; readonly body: Status; readonly verdict?: undefined };

/** Judges as the webhook does; holds no state. */
export interface Validator {
  /** Judges the write of an object. Throws a TypeError for what is no write, such as an UPDATE without oldObject. */
  readonly validate: (object: object, write?: Write) => Verdict;
  /** Answers an AdmissionReview: its bytes, its text, or what was parsed of it. `now` is this very moment when absent. */
  readonly review: (review: Uint8Array | string | object, options?: { readonly now?: Date }) => ReviewReply;
}

/** Throws a TypeError for a rule, a mode or a release that does not exist, and for all that is wrong with a policy. */
export function createValidator({ modes, policy, kubernetesRelease }: ValidatorOptions = {}): Validator {
  if (kubernetesRelease !== undefined && !kubernetesReleases.includes(kubernetesRelease))
    throw new TypeError(`kubernetesRelease must be ${kubernetesReleases.join(", ")}, not ${JSON.stringify(kubernetesRelease)}`);
  const validate = createValidate(rules, toPolicy(modes, policy), kubernetesRelease);
  return {
    validate: (object, write = {}) => judge({ validate, release: kubernetesRelease }, object, write),
    review: (review, { now = new Date() } = {}) => answer(validate, review, now),
  };
}

interface Judge {
  readonly validate: Validate;
  readonly release: KubernetesRelease | undefined;
}

function judge({ validate, release }: Judge, object: object, write: Write): Verdict {
  const change = toChange(object, write);
  const { apiVersion, kind } = (change.operation === "DELETE" ? change.oldObject : change.object) as Readonly<Record<string, unknown>>;
  if (typeof apiVersion !== "string" || typeof kind !== "string") return notJudged("an object without apiVersion and kind is not judged");
  const served = servedVersions.find(({ gvk }) => apiVersion === `${gvk.group}/${gvk.version}` && kind === gvk.kind);
  if (served === undefined) return notJudged(`${kind} of ${apiVersion} is not judged`);
  if (release !== undefined && !servedIn(served, release))
    return notJudged(`${kind} of ${apiVersion} is not served by Kubernetes ${release}`);
  const { gvk, resource } = served;
  const request: AdmissionRequest = { uid: "", kind: gvk, resource: { ...gvk, resource }, userInfo: write.user ?? null, ...change };
  const verdict = validate(served, change, toContext(request, write.now ?? new Date()));
  return toVerdict(toResponse(request, verdict), verdict);
}

function notJudged(reason: string): NotJudged {
  return { judged: false, allowed: true, reason, findings: [], warnings: [] };
}

function answer(validate: Validate, review: Uint8Array | string | object, now: Date): ReviewReply {
  const { body, verdict } = reviewBody(toBytes(review), validate, now);
  if (body.kind === "Status") return { httpStatus: 400, body };
  return { httpStatus: 200, body, ...(verdict && { verdict: toVerdict(body.response, verdict) }) };
}

function toBytes(review: Uint8Array | string | object): Uint8Array {
  if (isBytes(review)) return review;
  return new TextEncoder().encode(typeof review === "string" ? review : toJson(review, "the review"));
}

/** Also for bytes of another realm, such as a test runner's browser environment. */
function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value);
}
