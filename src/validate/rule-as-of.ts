import { isBefore, type KubernetesVersion } from "../api/kubernetes-version.ts";
import { type FieldError, invalid, notSupported, required } from "../field/error.ts";
import type { FieldPath } from "../field/path.ts";
import type { KnownRuleId } from "../rules/index.ts";
import type { Rule } from "../rules/rule.ts";
import { messagesUntil134 } from "../text/qualified-name.ts";
import { goZeroTime, stampPattern } from "../text/time.ts";

/**
 * A difference in how Kubernetes versions report the errors of some rules. The difference applies
 * to versions up to `until`, or from `since` on.
 */
interface Difference {
  readonly until?: KubernetesVersion;
  readonly since?: KubernetesVersion;
  readonly rules: readonly KnownRuleId[];
  readonly reword: (error: FieldError) => FieldError;
}

/**
 * All differences from Kubernetes 1.36, oldest first. All Kubernetes versions that serve an API
 * version accept the same objects, and differ only in the errors that they report.
 */
const history: readonly Difference[] = [
  {
    until: "1.31",
    rules: ["metadata/annotations-size-bounded", "metadata/managed-fields-manager-bounded", "metadata/managed-fields-subresource-bounded"],
    reword: (error) => ({ ...error, detail: `must have at most ${error.maxBytes} bytes` }),
  },
  {
    until: "1.33",
    rules: ["metadata/owner-reference-fields-set"],
    reword: (error) => ({ ...error, detail: `${error.field.at(-1)} must not be empty` }),
  },
  {
    until: "1.33",
    rules: ["metadata/system-fields-immutable"],
    reword: withGoValue,
  },
  {
    until: "1.34",
    rules: [
      "lease-candidate/strategy-valid",
      "lease/strategy-valid",
      "metadata/annotation-keys-qualified",
      "metadata/finalizers-qualified",
      "metadata/label-keys-qualified",
      "metadata/label-values-valid",
    ],
    reword: (error) => ({ ...error, detail: messagesUntil134.get(error.detail) ?? error.detail }),
  },
  {
    since: "1.37",
    rules: ["metadata/owner-not-event", "metadata/owner-reference-fields-set", "metadata/owner-reference-version-set"],
    reword: ({ item, ...error }) => ({ ...error, field: withItem(error.field, item) }),
  },
  {
    since: "1.37",
    rules: ["metadata/managed-fields-operation-known", "metadata/owner-reference-fields-set", "metadata/owner-reference-version-set"],
    reword: (error) => (error.badValue === "" ? required(error.field, "must not be empty") : error),
  },
  {
    since: "1.37",
    rules: ["metadata/owner-reference-version-set"],
    reword: (error) =>
      error.type === "FieldValueInvalid" ? invalid(error.field, error.badValue, "must be <group>/<version> or <version>") : error,
  },
  {
    since: "1.37",
    rules: ["metadata/managed-fields-operation-known"],
    reword: (error) => (error.type === "FieldValueInvalid" ? notSupported(error.field, error.badValue, ["Apply", "Update"]) : error),
  },
];

/**
 * Returns a rule that reports errors as a Kubernetes version does. Returns `rule` itself if the
 * version has no differences for this rule.
 */
export function ruleAsOf(kubernetesVersion: KubernetesVersion, rule: Rule): Rule {
  const differences = history.filter((each) => each.rules.some((id) => id === rule.id) && applies(each, kubernetesVersion));
  if (differences.length === 0) return rule;
  return {
    ...rule,
    *check(change, context) {
      for (const error of rule.check(change, context) ?? []) yield differences.reduce((worded, { reword }) => reword(worded), error);
    },
  };
}

function applies({ until, since }: Difference, kubernetesVersion: KubernetesVersion): boolean {
  return (until !== undefined && !isBefore(until, kubernetesVersion)) || (since !== undefined && !isBefore(kubernetesVersion, since));
}

/**
 * Adds the index of an owner reference to a path, after the first two steps
 * (`metadata.ownerReferences`). Returns the path unchanged if the index is undefined.
 */
function withItem(field: FieldPath, item: number | undefined): FieldPath {
  return item === undefined ? field : field.toSpliced(2, 0, item);
}

/**
 * Returns an error that shows the value as Go prints it. A time has no quotes. An absent value is
 * "null" or the zero time.
 */
function withGoValue(error: FieldError): FieldError {
  const name = String(error.field.at(-1));
  const value = error.badValue ?? (name === "creationTimestamp" ? goZeroTime : "null");
  const text = String(value);
  if (!stampPattern.test(text) || !name.endsWith("Timestamp")) return { ...error, badValue: value };
  return { type: error.type, field: error.field, detail: `${text.slice(0, 10)} ${text.slice(11, 19)} +0000 UTC: ${error.detail}` };
}
