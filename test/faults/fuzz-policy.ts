import { rules } from "../../src/rules/index.ts";
import { allTables } from "../harness/all-tables.ts";

/** Patterns that match no generated string, but that many of these strings almost match. */
const patterns = ["*a*a*a*a*b", "*-*.*/*~"];

/** Patterns of the labels that generated objects can have. */
const labels = { k0: "*a*a*b", a: "*a*a*b" };

const match = { names: patterns, users: patterns, groups: patterns, labels: { k0: labels.k0 } };

/**
 * The parameters in the table of each rule, with `patterns` and `labels` instead of the patterns
 * and labels in the table.
 */
const parameters = new Map(
  (await allTables()).flatMap(({ rule: { id, parameters: schema }, table }) => {
    if (schema === undefined) return [];
    if (table.parameters === undefined) throw new Error(`the table of ${id} must have parameters`);
    return [[id, withPatterns(table.parameters)] as const];
  }),
);

/** Replaces each list of strings with `patterns`, and each map of strings with `labels`. */
function withPatterns(value: unknown): unknown {
  if (Array.isArray(value)) return value.every(isString) ? patterns : value.map(withPatterns);
  if (typeof value !== "object" || value === null) return value;
  return Object.values(value).every(isString)
    ? labels
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withPatterns(inner)]));
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

/**
 * A policy that denies the findings of every rule, and that has patterns in all parameters that are
 * lists or maps of strings. Each scope has one field, because lease-guard compares a field only if
 * the previous fields match.
 */
export const everyRule: object = {
  apiVersion: "lease-guard.dev/v1alpha1",
  kind: "Policy",
  administrators: { users: patterns, groups: patterns },
  rules: Object.fromEntries(
    rules.map(({ id }) => [
      id,
      {
        mode: "deny",
        ...(parameters.has(id) && { parameters: parameters.get(id) }),
        ...(id === "lease/holder-pattern" && {
          scopes: Object.entries(match).map(([field, value]) => ({ match: { [field]: value }, mode: "off" })),
        }),
      },
    ]),
  ),
};
