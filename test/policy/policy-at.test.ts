import { expect, it } from "vitest";
import { defaultPolicy, type Mode, modes, type Policy, profiles, type Setting } from "../../src/policy/policy.ts";
import { afterAllDates, hasDates, policyAt } from "../../src/policy/policy-at.ts";
import { firstSetting, isActive, modeAt, resolveRule } from "../../src/policy/resolve.ts";
import { rules } from "../../src/rules/index.ts";

const rule = rules.find(({ id }) => id === "lease/holder-kept-until-expiry");
if (rule === undefined) throw new Error("the rule must exist");
const { id } = rule;

const day = (number: number): Date => new Date(Date.UTC(2026, 6, number));
const [before, first, between, second, after] = [1, 2, 3, 4, 5].map(day) as [Date, Date, Date, Date, Date];

const settings: readonly Setting[] = [undefined, ...modes].flatMap((mode) =>
  [undefined, first, second].map((warnUntil) => ({ ...(mode && { mode }), ...(warnUntil && { warnUntil }) })),
);

const policies: readonly Policy[] = profiles.flatMap((profile) =>
  settings.flatMap((general) =>
    settings.map((scope) => ({
      ...defaultPolicy,
      profile,
      rules: new Map([[id, { ...general, scopes: [{ ...scope, match: { namespaces: ["a"] } }] }]]),
    })),
  ),
);

function modesOf(policy: Policy, time: Date): readonly Mode[] {
  const setting = firstSetting(resolveRule(rule as NonNullable<typeof rule>, policy));
  return ["a", "b"].map((namespace) =>
    modeAt(setting({ kind: "Lease", namespace, name: "x", user: undefined, labels: {} } as never), time),
  );
}

it("a policy at a time always has the modes that the policy has at this time", () => {
  expect(policies).toHaveLength(3 * 15 * 15);
  for (const policy of policies)
    for (const time of [before, first, between, second, after]) {
      const moved = policyAt(policy, time);
      for (const other of [before, after]) expect(modesOf(moved, other)).toEqual(modesOf(policy, time));
    }
});

it("an exemption of a policy at a time is always active, or never", () => {
  const exemption = { rules: [id], match: {}, reason: "a", owner: "b", expires: first };
  const activeAt = (time: Date, other: Date) =>
    policyAt({ ...defaultPolicy, exemptions: [exemption] }, time).exemptions.map((each) => isActive(each, other));
  expect([before, after].map((other) => activeAt(before, other))).toEqual([[true], [true]]);
  for (const time of [first, after, afterAllDates])
    expect([before, after].map((other) => activeAt(time, other))).toEqual([[false], [false]]);
});

it.each<readonly [string, Partial<Policy>, boolean]>([
  ["no setting", {}, false],
  ["a mode", { rules: new Map([[id, { mode: "deny" }]]) }, false],
  ["a date", { rules: new Map([[id, { warnUntil: first }]]) }, true],
  ["a date in a scope", { rules: new Map([[id, { scopes: [{ match: {}, warnUntil: first }] }]]) }, true],
  ["an exemption", { exemptions: [{ rules: [id], match: {}, reason: "a", owner: "b", expires: first }] }, true],
])("a policy with %s depends on the time: %s", (_, policy, expected) =>
  expect(hasDates({ ...defaultPolicy, ...policy })).toBe(expected),
);
