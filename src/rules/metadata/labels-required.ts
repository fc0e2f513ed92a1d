import { type FieldError, required } from "../../core/field/error.ts";
import { defineRule, parametersOf, type Rule } from "../rule.ts";
import { patternsByKey, requireMatch } from "../shared/require-match.ts";

type Texts = Readonly<Record<string, string>>;

export interface RequiredLabels {
  readonly labels: Texts;
}

/**
 * For an update, the rule reports only labels that the write changes. A client can therefore still
 * renew an existing object without the required labels.
 */
export const rule: Rule = defineRule({
  id: "metadata/labels-required",
  tier: "policy",
  description: "an object must have the labels that the policy requires",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  parameters: parametersOf<RequiredLabels>({
    properties: {
      labels: {
        ...patternsByKey,
        description: "the required labels, each with a pattern for its value; `*` matches any characters",
      },
    },
    required: ["labels"],
  }),
  check(change, { parameters }) {
    const { labels } = change.object.metadata;
    const old = change.operation === "CREATE" ? undefined : change.oldObject.metadata.labels;
    // Both objects inherit properties such as `constructor`, which therefore compare as equal.
    const written = Object.keys(parameters.labels).filter((key) => old === undefined || labels[key] !== old[key]);
    return written.flatMap((key) => labelErrors(labels, key, parameters.labels[key] ?? ""));
  },
});

function labelErrors(labels: Texts, key: string, pattern: string): readonly FieldError[] {
  const field = ["metadata", "labels", { key }];
  const value = own(labels, key);
  return value === undefined
    ? [required(field, "must be set, because the policy requires it")]
    : requireMatch(field, value, [pattern]);
}

/**
 * Returns the value of a label, or undefined if the label is absent. Ignores properties that every
 * JavaScript object inherits, such as `constructor`.
 */
function own(labels: Texts, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? (labels[key] ?? "") : undefined;
}
