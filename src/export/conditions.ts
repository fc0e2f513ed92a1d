import { type Kind, leaseSpecFields } from "../core/api/coordination.ts";
import type { Conditions, Match } from "../policy/match.ts";
import { matchesPattern, matchesPatterns, somePatternMatches, withWriteNamespace } from "../rules/cel/patterns.ts";
import { allOf, celString, not } from "../rules/cel/text.ts";
import { groups } from "../rules/cel/variables.ts";
import { breakGlassGroup } from "../rules/shared/identities.ts";
import { keptMetadata, longestRenewalStepSeconds, plainRenewalCondition } from "../rules/shared/plain-renewal.ts";

/** Returns a CEL condition under which a write matches a scope or an exemption. */
export function celMatch({ not: excluded, ...conditions }: Match): string {
  return allOf([celConditions(conditions), ...(excluded === undefined ? [] : [not(celConditions(excluded))])]);
}

function celConditions(conditions: Conditions): string {
  return allOf(Object.values(celCondition).flatMap((celOf) => celOf(conditions)));
}

const celCondition: Readonly<Record<keyof Conditions, (conditions: Conditions) => readonly string[]>> = {
  namespaces: ({ namespaces }) => (namespaces === undefined ? [] : [matchesPatterns("request.namespace", namespaces)]),
  names: ({ names }) => (names === undefined ? [] : [matchesPatterns("variables.name", names)]),
  users: ({ users }) => (users === undefined ? [] : [matchesPatterns("variables.username", users, withWriteNamespace)]),
  groups: (conditions) =>
    conditions.groups === undefined
      ? []
      : [somePatternMatches("variables.groups", conditions.groups, withWriteNamespace)],
  labels: ({ labels = {} }) => Object.entries(labels).map(([key, pattern]) => celLabel(celString(key), pattern)),
};

function celLabel(key: string, pattern: string): string {
  return allOf([`${key} in variables.matchedLabels`, matchesPattern(`variables.matchedLabels[${key}]`, pattern)]);
}

/**
 * A match condition of an admission policy. kube-apiserver evaluates the admission policy only for
 * writes for which all match conditions are true.
 */
export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

export const notBreakGlass: MatchCondition = {
  name: "not-break-glass",
  expression: not(`${celString(breakGlassGroup)} in ${groups}`),
};

/**
 * The match condition that skips plain renewals, as in `manifests/base`. A plain renewal keeps
 * `renewTime` or moves it forward by at most an hour, and changes no other field that the condition
 * compares. The zero time is `null` in CEL. A `MicroTime` of the years 0 to 9999 has 27 characters,
 * and `timestamp()` accepts the years 1 to 9999. kube-apiserver needs less time for the list of
 * comparisons than for a macro over the names of the fields.
 */
export const notAPlainRenewal: MatchCondition = {
  name: plainRenewalCondition,
  expression: [
    'request.operation != "UPDATE" ||',
    ...leaseSpecFields
      .filter((field) => field !== "renewTime")
      .map((field) => `object.?spec.?${field} != oldObject.?spec.?${field} ||`),
    ...keptMetadata.map((field) => `object.?metadata.?${field} != oldObject.?metadata.?${field} ||`),
    "!(object.?spec.?renewTime == oldObject.?spec.?renewTime ||",
    "oldObject.?spec.?renewTime.orValue(null) != null && object.?spec.?renewTime.orValue(null) != null &&",
    'oldObject.spec.renewTime.size() == 27 && oldObject.spec.renewTime >= "0001" &&',
    "object.spec.renewTime.size() == 27 && oldObject.spec.renewTime < object.spec.renewTime &&",
    `int(timestamp(object.spec.renewTime)) - int(timestamp(oldObject.spec.renewTime)) <= ${longestRenewalStepSeconds})`,
  ].join(" "),
};

/** The match condition that is false for writes that no rule of the admission policy can report. */
export const possibleWritesCondition = "can-break-a-rule";

/**
 * Returns the match conditions that depend on the objects. `possible` is a condition that holds for
 * every write that the admission policy reports, or `true`. kube-apiserver evaluates all match
 * conditions of an admission policy even if one is false, so a plain renewal would need more time
 * with two conditions.
 */
export function ofPossibleWrites(kind: Kind, possible: string): readonly MatchCondition[] {
  const others = kind === "Lease" ? [notAPlainRenewal] : [];
  if (possible === "true") return others;
  return [
    { name: possibleWritesCondition, expression: allOf([...others.map(({ expression }) => expression), possible]) },
  ];
}

/**
 * Returns the match condition of an admission policy with params, which skips objects that belong
 * to another Lease. kube-apiserver evaluates this condition at about a quarter of the cost of the
 * admission policy.
 */
export function ofTheSameLease(kind: Kind, params: Kind): MatchCondition {
  const [own, other] = [leaseOf("object", kind), leaseOf("params", params)];
  return { name: "of-the-same-lease", expression: `${other} == ${own}` };
}

function leaseOf(object: "object" | "params", kind: Kind): string {
  return kind === "Lease" ? `${object}.metadata.name` : `${object}.spec.leaseName`;
}
