import type { Kind } from "../api/coordination.ts";
import type { Conditions, Match } from "../policy/match.ts";
import { inNamespace, matchesPattern, matchesPatterns, somePatternMatches } from "../rules/cel/patterns.ts";
import { allOf, celString, not } from "../rules/cel/text.ts";
import { groups, username } from "../rules/cel/variables.ts";
import type { Administrators } from "../rules/rule.ts";
import { fixedAdministrators } from "../rules/shared/identities.ts";

/** The members of this group may send every write. A cluster administrator binds users to it. */
export const breakGlassGroup = "lease-guard:break-glass";

/** Returns a CEL condition under which a write matches a scope or an exemption. */
export function celMatch({ not: excluded, ...conditions }: Match): string {
  return allOf([celConditions(conditions), ...(excluded === undefined ? [] : [not(celConditions(excluded))])]);
}

function celConditions({ namespaces, names, users, groups, labels = {} }: Conditions): string {
  return allOf([
    ...(namespaces === undefined ? [] : [matchesPatterns("request.namespace", namespaces)]),
    ...(names === undefined ? [] : [matchesPatterns("variables.name", names)]),
    ...(users === undefined ? [] : [matchesPatterns("variables.username", users, inNamespace)]),
    ...(groups === undefined ? [] : [somePatternMatches("variables.groups", groups, inNamespace)]),
    ...Object.entries(labels).map(([key, pattern]) => celLabel(celString(key), pattern)),
  ]);
}

function celLabel(key: string, pattern: string): string {
  return allOf([`${key} in variables.matchedLabels`, matchesPattern(`variables.matchedLabels[${key}]`, pattern)]);
}

/** A match condition of a policy. */
export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

/** Returns the match condition that exempts administrators. */
export function notAnAdministrator(administrators: Administrators): MatchCondition {
  const users = matchesPatterns(username, [...fixedAdministrators.users, ...administrators.users]);
  const members = somePatternMatches(groups, [...fixedAdministrators.groups, ...administrators.groups, breakGlassGroup]);
  return { name: "not-an-administrator", expression: not(`${users} || ${members}`) };
}

/**
 * The match condition that skips plain renewals, as in `manifests/base`. Such an update moves only
 * `renewTime` forward, by at most an hour. `timestamp()` accepts only the years 1 to 9999.
 */
export const notAPlainRenewal: MatchCondition = {
  name: "not-a-plain-renewal",
  expression: [
    'request.operation != "UPDATE" ||',
    '["holderIdentity", "leaseDurationSeconds", "acquireTime", "leaseTransitions", "strategy", "preferredHolder"]',
    ".exists(field, object.?spec[?field].orValue(null) != oldObject.?spec[?field].orValue(null)) ||",
    '["labels", "annotations", "ownerReferences", "finalizers"]',
    ".exists(field, object.?metadata[?field].orValue(null) != oldObject.?metadata[?field].orValue(null)) ||",
    "![[oldObject.?spec.?renewTime.orValue(null), object.?spec.?renewTime.orValue(null)]].exists(times,",
    "times[0] == times[1] ||",
    'times.all(time, type(time) == string && time.matches("^[0-9]{4}-") && time >= "0001") &&',
    "timestamp(times[0]) < timestamp(times[1]) &&",
    "int(timestamp(times[1])) - int(timestamp(times[0])) <= 3600)",
  ].join(" "),
};

/**
 * Returns the match condition of a policy with params, which skips objects that belong to another
 * Lease. kube-apiserver evaluates this condition at about a quarter of the cost of the policy.
 */
export function ofTheSameLease(kind: Kind, params: Kind): MatchCondition {
  const [own, other] = [leaseOf("object", kind), leaseOf("params", params)];
  return { name: "of-the-same-lease", expression: `${other} == ${own}` };
}

function leaseOf(object: "object" | "params", kind: Kind): string {
  return kind === "Lease" ? `${object}.metadata.name` : `${object}.spec.leaseName`;
}
