import { isJsonObject, property } from "../../core/api/json-object.ts";
import type { FieldPath } from "../../core/field/path.ts";
import { refersToNamespace } from "../../core/text/namespace-reference.ts";
import { checkQualifiedName } from "../../core/text/qualified-name.ts";
import { ruleById } from "../../rules/find-rule.ts";
import type { RuleId } from "../../rules/rule.ts";
import { isPattern } from "../../rules/shared/require-match.ts";
import type { Conditions, Match } from "../match.ts";
import { type Policy, ruleField, type Setting, scopeField } from "../policy.ts";
import { misplacedReference, type PatternFormat, patternProblem } from "./pattern-problem.ts";
import type { PolicyWarning } from "./policy-warning.ts";

/** Returns a warning for each pattern that probably does not match the intended strings. */
export function patternWarnings(policy: Policy): readonly PolicyWarning[] {
  return [...warnings(policy)];
}

function* warnings({ administrators, rules, exemptions }: Policy): Iterable<PolicyWarning> {
  yield* administratorWarnings(administrators.users, "user", ["administrators", "users"]);
  yield* administratorWarnings(administrators.groups, "group", ["administrators", "groups"]);
  for (const [id, { scopes = [], ...general }] of rules) {
    yield* parameterWarnings(id, general, [...ruleField(id), "parameters"]);
    for (const [index, scope] of scopes.entries()) {
      const field = scopeField(id, index);
      yield* matchWarnings(scope.match, [id], [...field, "match"]);
      yield* parameterWarnings(id, scope, [...field, "parameters"]);
    }
  }
  for (const [index, { rules: ids, match }] of exemptions.entries())
    yield* matchWarnings(match, ids, ["exemptions", index, "match"]);
}

function* administratorWarnings(
  patterns: readonly string[],
  format: PatternFormat,
  field: FieldPath,
): Iterable<PolicyWarning> {
  for (const [index, pattern] of patterns.entries())
    if (refersToNamespace(pattern)) yield { field: [...field, index], message: misplacedReference };
  yield* listWarnings(patterns, format, field);
}

function* matchWarnings(
  { not, ...conditions }: Match,
  ids: readonly RuleId[],
  field: FieldPath,
): Iterable<PolicyWarning> {
  const names = ids.some((id) => ruleById(id)?.kinds.includes("LeaseCandidate") === true) ? "candidate" : "lease";
  yield* conditionWarnings(conditions, names, field);
  if (not !== undefined) yield* conditionWarnings(not, names, [...field, "not"]);
}

function* conditionWarnings(conditions: Conditions, name: PatternFormat, field: FieldPath): Iterable<PolicyWarning> {
  const { labels = {}, ...lists } = conditions;
  const formats: Readonly<Record<keyof typeof lists, PatternFormat>> = {
    namespaces: "namespace",
    names: name,
    users: "user",
    groups: "group",
  };
  for (const [list, format] of Object.entries(formats))
    yield* listWarnings(lists[list as keyof typeof lists], format, [...field, list]);
  for (const [key, pattern] of Object.entries(labels)) {
    const path: FieldPath = [...field, "labels", { key }];
    if (checkQualifiedName(key).length > 0) yield { field: path, message: "is not a valid key of a label" };
    yield* warning(pattern, "label", path);
  }
}

/**
 * The formats of the patterns in parameters, by the name of the field. A pattern in any other field
 * can match any string.
 */
const fieldFormats: Readonly<Record<string, PatternFormat>> = {
  names: "lease",
  users: "user",
  groups: "group",
  labels: "label",
};

function* parameterWarnings(id: RuleId, { parameters = {} }: Setting, field: FieldPath): Iterable<PolicyWarning> {
  yield* valueWarnings(parameters, { properties: ruleById(id)?.parameters?.properties }, field);
}

/** Yields the warnings about the patterns in a value. The JSON Schema shows where patterns are. */
function* valueWarnings(
  value: unknown,
  schema: unknown,
  field: FieldPath,
  format: PatternFormat = "text",
): Iterable<PolicyWarning> {
  if (isPattern(schema)) yield* warning(String(value), format, field);
  else if (Array.isArray(value)) {
    const items = property(schema, "items");
    for (const [index, item] of value.entries()) yield* valueWarnings(item, items, [...field, index], format);
  } else if (isJsonObject(value)) {
    const [properties, others] = [property(schema, "properties"), property(schema, "additionalProperties")];
    for (const [name, part] of Object.entries(value)) {
      if (isPattern(others)) yield* warning(String(part), format, [...field, { key: name }]);
      else yield* valueWarnings(part, property(properties, name), [...field, name], fieldFormats[name] ?? "text");
    }
  }
}

function* listWarnings(
  patterns: readonly string[] | undefined,
  format: PatternFormat,
  field: FieldPath,
): Iterable<PolicyWarning> {
  for (const [index, pattern] of (patterns ?? []).entries()) yield* warning(pattern, format, [...field, index]);
}

function* warning(pattern: string, format: PatternFormat, field: FieldPath): Iterable<PolicyWarning> {
  const message = patternProblem(pattern, format);
  if (message !== undefined) yield { field, message };
}
