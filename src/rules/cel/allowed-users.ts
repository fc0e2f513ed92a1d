import { inNamespace, matchesPatterns, somePatternMatches } from "./patterns.ts";
import { anyOf } from "./text.ts";

/** The users that a rule allows, by patterns for the names of users and groups. */
export interface AllowedUsers {
  readonly users?: readonly string[];
  readonly groups?: readonly string[];
}

/** Returns a condition under which the parameters of a rule allow the writer. */
export function isAllowedUser({ users = [], groups = [] }: AllowedUsers): string {
  return anyOf([matchesPatterns("variables.username", users, inNamespace), somePatternMatches("variables.groups", groups, inNamespace)]);
}
