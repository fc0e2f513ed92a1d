import { describe, expect, it } from "vitest";
import { servedVersions } from "../../src/core/api/served-versions.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import type { UserInfo } from "../../src/rules/rule.ts";
import { isUnknown, mastersGroup } from "../../src/rules/shared/identities.ts";
import { allTables } from "../harness/all-tables.ts";
import { operationsOf, submissionOf } from "../harness/rule-table.ts";

const tables = await allTables();

/** Returns the number of findings of a rule for each write that its table says it reports. */
function findingsOf({ rule, table }: (typeof tables)[number], asUser: (user: UserInfo) => UserInfo): readonly number[] {
  return Object.values(table.reports).flatMap((row) => {
    const withParameters = { ...(table.parameters && { parameters: table.parameters }), ...row };
    const { parameters = {} } = withParameters;
    const validate = createValidate([rule], {
      ...defaultPolicy,
      rules: new Map([[rule.id, { mode: "deny", parameters }]]),
    });
    return servedVersions.flatMap((served) =>
      operationsOf(rule, served, withParameters).map((operation) => {
        const { change, context } = submissionOf({ served, operation, row: withParameters });
        return validate({ served, change, context: { ...context, user: asUser(context.user) } }).findings.length;
      }),
    );
  });
}

const asAdministrator = (user: UserInfo): UserInfo => ({ ...user, groups: [...user.groups, mastersGroup] });

describe("an administrator", () => {
  const exempting = tables.filter(({ rule }) => rule.exemptsAdministrators);
  it.each(exempting.map((each) => [each.rule.id, each] as const))("can write what %s reports", (_, each) => {
    expect(findingsOf(each, (user) => user).some((count) => count > 0)).toBe(true);
    expect(findingsOf(each, asAdministrator).every((count) => count === 0)).toBe(true);
  });

  const others = tables.filter(({ rule }) => !(rule.exemptsAdministrators || rule.isRelation));
  it.each(others.map((each) => [each.rule.id, each] as const))("is not exempt from %s", (_, each) => {
    const asKnown = (user: UserInfo): UserInfo => (isUnknown(user) ? { ...user, username: "system:some" } : user);
    const [byOthers, byAdministrator] = [
      findingsOf(each, asKnown),
      findingsOf(each, (user) => asAdministrator(asKnown(user))),
    ];
    expect(byAdministrator.map((count, index) => count >= (byOthers[index] ?? 0)).every(Boolean)).toBe(true);
  });
});
