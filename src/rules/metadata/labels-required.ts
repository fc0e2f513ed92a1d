import { type FieldError, required } from "../../field/error.ts";
import { defineRule, parametersOf, type Rule } from "../rule.ts";
import { requireMatch } from "../shared/require-match.ts";

type Texts = Readonly<Record<string, string>>;

/** What was without a label before may stay so: a renewal is no occasion to set one. */
export const rule: Rule = defineRule({
  id: "metadata/labels-required",
  tier: "policy",
  description: "labels must be set as the policy requires",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  parameters: parametersOf<{ readonly labels: Texts }>({
    properties: {
      labels: {
        type: "object",
        additionalProperties: { type: "string", minLength: 1 },
        minProperties: 1,
        description: "the labels that must be there, each with a pattern of its value; `*` stands for any characters",
      },
    },
    required: ["labels"],
  }),
  check(change, { parameters }) {
    const { labels } = change.object.metadata;
    const old = change.operation === "CREATE" ? undefined : change.oldObject.metadata.labels;
    // What both have from Object itself is the same too.
    const written = Object.keys(parameters.labels).filter((key) => old === undefined || labels[key] !== old[key]);
    return written.flatMap((key) => labelErrors(labels, key, parameters.labels[key] ?? ""));
  },
});

function labelErrors(labels: Texts, key: string, pattern: string): readonly FieldError[] {
  const field = ["metadata", "labels", { key }];
  const value = own(labels, key);
  return value === undefined ? [required(field, "must be set, for the policy requires it")] : requireMatch(field, value, [pattern]);
}

/** Every map has a `constructor` to JavaScript, but not of its own. */
function own(labels: Texts, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? (labels[key] ?? "") : undefined;
}
