import { type FieldError, notSupported, required } from "../field/error.ts";
import type { FieldPath } from "../field/path.ts";
import type { Rule, RuleId } from "../rules/rule.ts";
import { isBefore, type KubernetesRelease } from "./kubernetes-release.ts";

/** What other releases than 1.36 make of what it says: up to `until`, or from `since` on. */
interface Difference {
  readonly until?: KubernetesRelease;
  readonly since?: KubernetesRelease;
  readonly rules: readonly RuleId[];
  readonly say: (error: FieldError) => FieldError;
}

/** All that Kubernetes changed, oldest first. What is valid never changed: only how a fault is told. */
const history: readonly Difference[] = [
  {
    until: "1.31",
    rules: ["metadata/annotations-size-bounded", "metadata/managed-fields-manager-bounded", "metadata/managed-fields-subresource-bounded"],
    say: (error) => ({ ...error, detail: error.detail.replace("may not be more than", "must have at most") }),
  },
  {
    until: "1.33",
    rules: ["metadata/owner-reference-fields-set"],
    say: (error) => ({ ...error, detail: `${error.field.at(-1)} ${error.detail}` }),
  },
  {
    until: "1.33",
    rules: ["metadata/system-fields-immutable"],
    say: withGoValue,
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
    say: (error) => ({
      ...error,
      detail: error.detail.replace(/^a valid label key/, "a qualified name").replace(/(must be no more than \d+) bytes$/, "$1 characters"),
    }),
  },
  {
    since: "1.37",
    rules: ["metadata/owner-not-event", "metadata/owner-reference-fields-set", "metadata/owner-reference-version-set"],
    say: ({ item, ...error }) => ({ ...error, field: withItem(error.field, item) }),
  },
  {
    since: "1.37",
    rules: ["metadata/managed-fields-operation-known", "metadata/owner-reference-fields-set", "metadata/owner-reference-version-set"],
    say: (error) => (error.badValue === "" ? required(error.field, "must not be empty") : error),
  },
  {
    since: "1.37",
    rules: ["metadata/owner-reference-version-set"],
    say: (error) => (error.type === "FieldValueInvalid" ? { ...error, detail: "must be <group>/<version> or <version>" } : error),
  },
  {
    since: "1.37",
    rules: ["metadata/managed-fields-operation-known"],
    say: (error) => (error.type === "FieldValueInvalid" ? notSupported(error.field, error.badValue, ["Apply", "Update"]) : error),
  },
];

/** A rule as a release has it; the rule itself where nothing differs. */
export function ruleAsOf(release: KubernetesRelease, rule: Rule): Rule {
  const differences = history.filter((difference) => difference.rules.includes(rule.id) && isOf(difference, release));
  if (differences.length === 0) return rule;
  return {
    ...rule,
    *check(change, context) {
      for (const error of rule.check(change, context)) yield differences.reduce((said, { say }) => say(said), error);
    },
  };
}

function isOf({ until, since }: Difference, release: KubernetesRelease): boolean {
  return (until !== undefined && !isBefore(until, release)) || (since !== undefined && !isBefore(release, since));
}

/** The list of owner references is the second step of their paths. */
function withItem(field: FieldPath, item: number | undefined): FieldPath {
  return item === undefined ? field : field.toSpliced(2, 0, item);
}

/** Until 1.33 a time was Go's own text, without quotes, and what is absent was the text "null" or the zero time. */
function withGoValue(error: FieldError): FieldError {
  const name = String(error.field.at(-1));
  const value = error.badValue ?? (name === "creationTimestamp" ? "0001-01-01T00:00:00Z" : "null");
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)Z$/.exec(String(value)) ?? [];
  if (date === undefined || !name.endsWith("Timestamp")) return { ...error, badValue: value };
  return { type: error.type, field: error.field, detail: `${date} ${time} +0000 UTC: ${error.detail}` };
}
