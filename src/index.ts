export type { AdmissionReview } from "./api/admission.ts";
export {
  type KubernetesVersion,
  // The old names of these exports, until version 0.3.
  type KubernetesVersion as KubernetesRelease,
  kubernetesVersions,
  kubernetesVersions as kubernetesReleases,
} from "./api/kubernetes-version.ts";
export type { Status } from "./api/meta.ts";
export type { ObjectReference } from "./field/object-reference.ts";
export { type FieldPath, formatPath } from "./field/path.ts";
export { createValidator, type ReviewReply, type Validator, type ValidatorOptions } from "./library/create-validator.ts";
export type { Finding, Verdict } from "./library/verdict.ts";
export type { CommonWrite, Write } from "./library/write.ts";
export type { Mode } from "./policy/policy.ts";
export { type KnownRuleId as RuleId, rules } from "./rules/index.ts";
