import { type FieldValidation, isStored } from "../core/api/field-validation.ts";
import { defaultKubernetesVersion } from "../core/api/kubernetes-version.ts";
import type { ServedVersion } from "../core/api/served-versions.ts";
import { type FieldError, forbidden } from "../core/field/error.ts";
import { notServedFinding, typeFindings } from "../engine/validate/type-findings.ts";
import type { Finding } from "../engine/validate/verdict.ts";
import type { DuplicateField } from "../manifest/document.ts";
import type { FindingMode } from "../policy/policy.ts";
import { type ReaderOrigin, readerOrigins } from "../report/descriptions.ts";
import { unknownFields } from "../schema/unknown-fields.ts";
import type { CheckedFindings } from "./add-checked.ts";
import { readIgnoreAnnotation, unignorableRule } from "./ignore-annotation.ts";
import { directiveIn, isPlaceholder, type Placeholder } from "./placeholder.ts";
import type { CheckSettings } from "./settings.ts";
import { identityOf, type SubmittedObject } from "./submission-of.ts";
import type { ObjectFinding } from "./tally.ts";

/** The mode of the findings about unknown and duplicate fields. For `ignore`, there are none. */
const fieldValidationModes: Readonly<Record<FieldValidation, FindingMode | undefined>> = {
  strict: "deny",
  warn: "warn",
  ignore: undefined,
};

/**
 * Validates the write of one object as the webhook does. Returns the findings of the webhook, and
 * the findings that the webhook does not have, such as duplicate fields. With `isPatch`, the object
 * is only a part of another object, so rules report nothing.
 */
export function checkObject(
  submission: SubmittedObject,
  settings: CheckSettings,
  isPatch = false,
): CheckedObjectFindings {
  const { served, object, duplicates } = submission;
  const { origins: ignoredRules, errors } = readIgnoreAnnotation(object, unignorableRule);
  const verdict = settings.validate(submission);
  // Most objects have no findings. Loops then allocate nothing, unlike spreads of mapped arrays.
  const findings = [...servedVersionFindings(served, settings)];
  const ignored: ObjectFinding[] = [];
  let decodes = true;
  let placeholder: Placeholder | undefined;
  const mode = fieldValidationModes[settings.fieldValidation];
  const unknown = unknownFields(served.schema, object);
  const directive = directiveIn(unknown);
  const patch = directive ?? (isPatch ? [] : undefined);
  if (mode !== undefined && directive === undefined && (settings.strict || !isStored(object)))
    for (const finding of unknown) findings.push({ ...finding, mode });
  for (const finding of verdict.findings) {
    if (finding.source === "schema") decodes = false;
    else if (patch !== undefined) continue;
    if (finding.source === "schema" && isPlaceholder(finding)) placeholder ??= finding;
    else if (ignoredRules.has(finding.origin)) ignored.push(finding);
    else findings.push(withQuotes(finding));
  }
  for (const error of errors) findings.push(readerFinding("ignore/known-rule", error));
  if (mode !== undefined) for (const duplicate of duplicates) findings.push({ ...duplicateFinding(duplicate), mode });
  return {
    identity: identityOf(object),
    findings,
    ignored,
    crashes: verdict.crashes,
    ignoredRules,
    decodes: decodes && patch === undefined,
    placeholder,
    patch,
  };
}

export interface CheckedObjectFindings extends CheckedFindings {
  /** The rules that the annotation of the object ignores. */
  readonly ignoredRules: ReadonlySet<string>;
  readonly decodes: boolean;
}

/**
 * Appends the advice to put a value in quotes to the message of a finding that has such advice. A
 * time gets no advice, because a number in quotes is not a time. The webhook gives no such advice,
 * because its clients send JSON.
 */
function withQuotes(finding: Finding): ObjectFinding {
  if (!("advice" in finding) || finding.advice.kind !== "quotes" || /time(stamp)?$/i.test(String(finding.field.at(-1))))
    return finding;
  return { ...finding, detail: `${finding.detail}: ${finding.advice.text}` };
}

function duplicateFinding({ path, message, line, column }: DuplicateField): ObjectFinding {
  return { ...readerFinding("schema/duplicate-field", forbidden(path, message)), position: { line, column } };
}

export function readerFinding(origin: ReaderOrigin, error: FieldError): ObjectFinding {
  return { ...error, origin, mode: readerOrigins[origin].mode };
}

/**
 * Returns a finding of mode `deny` if the Kubernetes version of the settings does not serve the API
 * version of an object. If the settings have no Kubernetes version, the function checks the default
 * version. The finding then has the default mode of `schema/served-version`, because the cluster
 * can have another version.
 */
function servedVersionFindings(
  served: ServedVersion,
  { kubernetesVersion }: Pick<CheckSettings, "kubernetesVersion">,
): readonly ObjectFinding[] {
  const finding = notServedFinding(served, kubernetesVersion ?? defaultKubernetesVersion);
  if (finding === undefined) return [];
  return [{ ...finding, mode: kubernetesVersion === undefined ? readerOrigins["schema/served-version"].mode : "deny" }];
}

/**
 * Returns the findings in `apiVersion` and `kind` of a value that is probably a Lease or
 * LeaseCandidate, but that no Kubernetes version serves. The findings deny the value, because no
 * API server accepts it. Returns an empty list for any other value.
 */
export function neverServedFindings(
  value: unknown,
  { kubernetesVersion }: Pick<CheckSettings, "kubernetesVersion">,
): readonly ObjectFinding[] {
  return typeFindings(value, kubernetesVersion).map((finding) => ({ ...finding, mode: "deny" }));
}
