import type { ObjectMeta } from "../../core/api/meta.ts";
import { type FieldError, forbidden, invalid } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { type FieldPath, shorten } from "../../core/field/path.ts";
import { matchesAny } from "../../core/text/glob.ts";
import { withNamespace } from "../../core/text/namespace-reference.ts";
import { type ParametersSchema, parametersOf, type RuleContext, type UserInfo, type UserPatterns } from "../rule.ts";
import { isUnknown, matchesUser } from "./identities.ts";

export const patternList = { type: "array", items: { type: "string", minLength: 1 }, minItems: 1 } as const;

/** The JSON Schema of patterns by key, such as the patterns for the values of labels. */
export const patternsByKey: Readonly<Record<string, unknown>> = {
  type: "object",
  additionalProperties: patternList.items,
  minProperties: 1,
};

export interface Patterns {
  readonly patterns: readonly string[];
}

export function isPattern(schema: unknown): boolean {
  return schema === patternList.items;
}

export function mustMatch(patterns: readonly string[]): string {
  return `must match ${patterns.map(goQuote).join(" or ")}, where * matches any characters`;
}

export function requireMatch(field: FieldPath, text: string, patterns: readonly string[]): readonly FieldError[] {
  if (matchesAny(patterns, text)) return [];
  return [invalid(field, text, mustMatch(patterns))];
}

export type AllowedUsers = Partial<UserPatterns>;

export const allowedUsers: ParametersSchema<AllowedUsers> = parametersOf<AllowedUsers>({
  properties: {
    users: {
      ...patternList,
      description:
        "patterns for the names of allowed users; `*` matches any characters; `$(namespace)` is the namespace of the object; the name of a service account is `system:serviceaccount:NAMESPACE:NAME`",
    },
    groups: {
      ...patternList,
      description:
        "patterns for the names of groups whose members are also allowed; `*` matches any characters; `$(namespace)` is the namespace of the object",
    },
  },
});

export function isAllowedUser({ users = [], groups = [] }: AllowedUsers, user: UserInfo, namespace: string): boolean {
  return matchesUser({ users: withNamespace(users, namespace), groups: withNamespace(groups, namespace) }, user);
}

/**
 * Returns an error for a user whom the parameters do not allow in the namespace of the object.
 * `action` is a participle, such as "deleted". An unknown user is allowed.
 */
export function requireAllowedUser(
  field: FieldPath,
  action: string,
  { namespace }: Pick<ObjectMeta, "namespace">,
  { user, parameters }: RuleContext<AllowedUsers>,
): readonly FieldError[] {
  if (isUnknown(user) || isAllowedUser(parameters, user, namespace)) return [];
  return [forbidden(field, `must be ${action} by a user the policy allows, not by ${goQuote(shorten(user.username))}`)];
}
