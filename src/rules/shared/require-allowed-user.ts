import { type FieldError, forbidden } from "../../field/error.ts";
import { goQuote } from "../../field/go-quote.ts";
import { type FieldPath, shorten } from "../../field/path.ts";
import { matchesAny } from "../../text/glob.ts";
import { type ParametersSchema, parametersOf, type RuleContext } from "../rule.ts";
import { patternList } from "./require-match.ts";
import { isUnknown } from "./writer.ts";

/** Whom a rule lets do something: a user is allowed by name or by group. */
interface AllowedUsers {
  readonly users?: readonly string[];
  readonly groups?: readonly string[];
}

/** What rules about users let an operator set. */
export const allowedUsers: ParametersSchema<AllowedUsers> = parametersOf<AllowedUsers>({
  properties: {
    users: {
      ...patternList,
      description: "who is allowed: names with `*` for any characters; a service account is `system:serviceaccount:NAMESPACE:NAME`",
    },
    groups: { ...patternList, description: "whose members are allowed too: names with `*` for any characters" },
  },
});

/** Says that a user is not allowed to have `done` it; nothing of one of whom nothing is known. */
export function requireAllowedUser(field: FieldPath, done: string, { user, parameters }: RuleContext<AllowedUsers>): readonly FieldError[] {
  const { username } = user;
  const { users = [], groups = [] } = parameters;
  if (isUnknown(user) || matchesAny(users, username) || user.groups.some((group) => matchesAny(groups, group))) return [];
  return [forbidden(field, `must be ${done} by a user the policy allows, not by ${goQuote(shorten(username))}`)];
}
