import type { AllowedUsers } from "../shared/require-match.ts";
import { matchesPatterns, somePatternMatches, withWriteNamespace } from "./patterns.ts";
import { anyOf } from "./text.ts";

/** Returns a condition under which the parameters of a rule allow the writer. */
export function isAllowedUser({ users = [], groups = [] }: AllowedUsers): string {
  return anyOf([
    matchesPatterns("variables.username", users, withWriteNamespace),
    somePatternMatches("variables.groups", groups, withWriteNamespace),
  ]);
}
