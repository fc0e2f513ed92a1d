import type { AllowedUsers } from "../shared/require-match.ts";
import { matchesPatterns, somePatternMatches, withWriteNamespace } from "./patterns.ts";
import { anyOf } from "./text.ts";

export function isAllowedUser({ users = [], groups = [] }: AllowedUsers): string {
  return anyOf([
    matchesPatterns("variables.username", users, withWriteNamespace),
    somePatternMatches("variables.groups", groups, withWriteNamespace),
  ]);
}
