import { describe, expect, it } from "vitest";
import { readPolicy } from "../../../src/policy/file/read-policy.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { type PolicyChanges, policyChanges } from "../../../src/webhook/policy/policy-changes.ts";
import { asFile, head } from "../../policy/file/policy-texts.ts";

function policyOf(text: string): Policy {
  const read = readPolicy(asFile(head + text));
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value.policy;
}

const rule = (id: string, settings: string) => `rules: { ${id}: ${settings} }`;
const holder = "lease/holder-pattern";
const expiry = "lease/holder-kept-until-expiry";
const exemption = (owner: string, rules = expiry) =>
  `{ rules: [${rules}], match: { namespaces: [a], names: [b] }, reason: secret, owner: ${owner}, expires: 2030-01-01 }`;
const text = (owner: string) => `${expiry} until 2030-01-01T00:00:00.000Z (${owner})`;

describe("the changes of a policy", () => {
  it.each<readonly [string, string, string, PolicyChanges]>([
    ["nothing, if only the text differs", "# a\nprofile: default", "", {}],
    ["the profile", "profile: default", "profile: strict", { profile: { before: "default", after: "strict" } }],
    [
      "the clock skew allowance",
      "clockSkewAllowance: 5s",
      "clockSkewAllowance: 1m",
      { clockSkewMs: { before: 5000, after: 60_000 } },
    ],
    ["unvalidated", "", "unvalidated: deny", { unvalidated: { before: "profile", after: "deny" } }],
    ["a rule that is new", "", rule(expiry, "{ mode: deny }"), { rules: [expiry] }],
    ["a rule that is gone", rule(expiry, "{ mode: deny }"), "", { rules: [expiry] }],
    ["a rule's mode", rule(expiry, "{ mode: deny }"), rule(expiry, "{ mode: audit }"), { rules: [expiry] }],
    [
      "a rule's date",
      rule(expiry, "{ mode: deny, warnUntil: 2030-01-01 }"),
      rule(expiry, "{ mode: deny, warnUntil: 2030-01-02 }"),
      { rules: [expiry] },
    ],
    [
      "a rule's parameters",
      rule(holder, "{ parameters: { patterns: [a] } }"),
      rule(holder, "{ parameters: { patterns: [a, b] } }"),
      { rules: [holder] },
    ],
    [
      "the order of a rule's scopes, of which the first applies",
      rule(expiry, "{ scopes: [{ match: { names: [a] }, mode: off }, { match: { names: ['*'] }, mode: warn }] }"),
      rule(expiry, "{ scopes: [{ match: { names: ['*'] }, mode: warn }, { match: { names: [a] }, mode: off }] }"),
      { rules: [expiry] },
    ],
    [
      "not the order of keys",
      rule(expiry, "{ scopes: [{ match: { names: [a], users: [b] }, mode: off }], mode: warn }"),
      rule(expiry, "{ mode: warn, scopes: [{ mode: off, match: { users: [b], names: [a] } }] }"),
      {},
    ],
    ["not a rule that has no settings", rule(expiry, "{}"), "", {}],
    [
      "administrators, whose default is kubeadm's group",
      "",
      "administrators: { users: [ann, bob], groups: ['ops-*'] }",
      {
        administratorsAdded: ["user ann", "user bob", "group ops-*"],
        administratorsRemoved: ["group kubeadm:cluster-admins"],
      },
    ],
    [
      "a user who becomes a group of the same name",
      "administrators: { users: [ann] }",
      "administrators: { groups: [ann] }",
      { administratorsAdded: ["group ann"], administratorsRemoved: ["user ann", "group kubeadm:cluster-admins"] },
    ],
    [
      "not the order of administrators",
      "administrators: { users: [ann, bob] }",
      "administrators: { users: [bob, ann] }",
      {},
    ],
    [
      "exemptions",
      `exemptions: [${exemption("ann")}, ${exemption("bob")}]`,
      `exemptions: [${exemption("bob")}, ${exemption("carl")}]`,
      { exemptionsAdded: [text("carl")], exemptionsRemoved: [text("ann")] },
    ],
    [
      "not the order of exemptions",
      `exemptions: [${exemption("a1")}, ${exemption("b1")}]`,
      `exemptions: [${exemption("b1")}, ${exemption("a1")}]`,
      {},
    ],
  ])("%s", (_name, before, after, changes) => {
    expect(policyChanges(policyOf(before), policyOf(after))).toEqual(changes);
  });
});

describe("a long list", () => {
  const many = (count: number, owner: string, rules = expiry) =>
    policyOf(
      `exemptions: [${Array.from({ length: count }, (_, at) => exemption(`${owner}-${at}`, rules)).join(", ")}]`,
    );

  it("ends after ten exemptions with the number of the others", () => {
    const { exemptionsAdded = [] } = policyChanges(policyOf(""), many(1000, "a"));
    expect(exemptionsAdded).toHaveLength(11);
    expect(exemptionsAdded.at(-1)).toBe("and 990 more");
  });

  it("ends after ten administrators, even if their names start alike", () => {
    const users = (end: string) =>
      policyOf(`administrators: { users: [${Array.from({ length: 20 }, (_, at) => `${"a".repeat(64)}${at}${end}`)}] }`);
    const { administratorsAdded = [] } = policyChanges(users("x"), users("y"));
    expect(administratorsAdded).toHaveLength(11);
    expect(administratorsAdded[0]).toBe(`user ${"a".repeat(59)}…`);
    expect(administratorsAdded.at(-1)).toBe("and 10 more");
  });

  it("keeps the line short for any owners and rules", () => {
    const all = [
      "lease/strategy-valid",
      holder,
      expiry,
      "lease/renew-time-near-now",
      "lease/renew-time-not-decreasing",
    ];
    const before = many(20, "a".repeat(5000), all.join(", "));
    const changes = policyChanges(before, many(20, "b".repeat(5000), all.join(", ")));
    expect(changes.exemptionsAdded?.[0]).toContain(`${all.slice(0, 3).join(", ")} and 2 more until`);
    expect(JSON.stringify(changes).length).toBeLessThan(8192);
  });
});
