export type { AdmissionReview } from "./core/api/admission.ts";
export { type KubernetesVersion, kubernetesVersions } from "./core/api/kubernetes-version.ts";
export type { Status } from "./core/api/meta.ts";
export type { ObjectReference } from "./core/field/object-reference.ts";
export { type FieldPath, formatPath } from "./core/field/path.ts";
export {
  createValidator,
  type ReviewReply,
  type Validator,
  type ValidatorOptions,
} from "./library/create-validator.ts";
export type { Finding, Verdict } from "./library/verdict.ts";
export type { CommonWrite, Write } from "./library/write.ts";
export type { Mode } from "./policy/policy.ts";
export { type KnownRuleId as RuleId, rules } from "./rules/index.ts";
