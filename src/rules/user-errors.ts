import { type FieldError, forbidden } from "../field/error.ts";
import { goQuote } from "../field/go-quote.ts";
import type { FieldPath } from "../field/path.ts";
import { shorten } from "../field/shorten.ts";
import { matchesGlob } from "../format/glob.ts";
import { patternList } from "./pattern-errors.ts";
import { type ParametersSchema, parametersOf, type RuleContext } from "./rule.ts";

/** Whom a rule lets do something: a user is allowed by name or by group. */
interface AllowedUsers {
  readonly users?: readonly string[];
  readonly groups?: readonly string[];
}

/** What rules about users let an operator set. */
export const allowedUsers: ParametersSchema<AllowedUsers> = parametersOf({
  properties: {
    users: {
      ...patternList,
      description: "who is allowed: names with `*` for any characters; a service account is `system:serviceaccount:NAMESPACE:NAME`",
    },
    groups: { ...patternList, description: "whose members are allowed too: names with `*` for any characters" },
  },
});

/**
 * Says that a user is not allowed to have `done` it. One of whom nothing is known is nobody's fault: an API server always names the
 * user or a group at least, a check without a cluster neither.
 */
export function userErrors(field: FieldPath, done: string, { user, parameters }: RuleContext<AllowedUsers>): readonly FieldError[] {
  const { username, groups } = user;
  if (username === "" && groups.length === 0) return [];
  if (parameters.users?.some((pattern) => matchesGlob(pattern, username))) return [];
  if (parameters.groups?.some((pattern) => groups.some((group) => matchesGlob(pattern, group)))) return [];
  return [forbidden(field, `must be ${done} by a user the policy allows, not by ${goQuote(shorten(username))}`)];
}
