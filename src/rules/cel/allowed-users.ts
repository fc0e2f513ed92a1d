import type { AllowedUsers } from "../shared/require-match.ts";
import { inNamespace, matchesPatterns, somePatternMatches } from "./patterns.ts";
import { anyOf } from "./text.ts";

/** Returns a condition under which the parameters of a rule allow the writer. */
export function isAllowedUser({ users = [], groups = [] }: AllowedUsers): string {
  return anyOf([matchesPatterns("variables.username", users, inNamespace), somePatternMatches("variables.groups", groups, inNamespace)]);
}
