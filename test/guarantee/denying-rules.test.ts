import { describe, expect, it } from "vitest";
import { decideRules, denyingRules } from "../../src/guarantee/denying-rules.ts";
import { defaultPolicy, type Policy } from "../../src/policy/policy.ts";

const strict: Policy = { ...defaultPolicy, profile: "strict" };
const lease = { namespace: "team-a", name: "web" };
const now = new Date("2026-07-01T08:00:00Z");
const id = "lease/written-by-its-holder";
const withRule = (settings: object): Policy => ({ ...strict, rules: new Map([[id, settings]]) });
const exempting = (match: object, expires: string): Policy => ({
  ...strict,
  exemptions: [{ rules: [id], match, reason: "r", owner: "o", expires: new Date(expires) }],
});
const scope = (match: object) => withRule({ scopes: [{ match, mode: "warn" }] });

describe("decideRules", () => {
  it.each([
    ["strict", strict, "holds", "the policy denies"],
    ["default", defaultPolicy, "fails", "has the mode warn"],
    ["a weaker mode", withRule({ mode: "audit" }), "fails", `${id} has the mode audit`],
    [
      "a date in the future",
      withRule({ mode: "deny", warnUntil: new Date("2026-08-01T00:00:00Z") }),
      "fails",
      "warns until 2026-08-01",
    ],
    ["a date in the past", withRule({ mode: "deny", warnUntil: new Date("2026-06-01T00:00:00Z") }), "holds", ""],
    ["new holders", withRule({ mode: "deny", warnNewHolder: true }), "fails", "warns a new holder"],
    ["a scope for the namespace", scope({ namespaces: ["team-*"] }), "fails", "has the mode warn in a scope"],
    ["a scope for some users", scope({ users: ["system:serviceaccount:x:y"] }), "fails", "in a scope"],
    ["a scope for another namespace", scope({ namespaces: ["team-b"] }), "holds", ""],
    ["a scope for labels", scope({ labels: { a: "b" } }), "not known", "needs the labels of the Lease"],
    ["an exemption", exempting({ namespaces: ["team-a"] }, "2027-01-01"), "fails", "exempts some writes"],
    ["an expired exemption", exempting({ namespaces: ["team-a"] }, "2026-01-01"), "holds", ""],
    ["writes that are not validated", { ...strict, unvalidated: "warn" as const }, "fails", "unvalidated must be deny"],
    [
      "a service account as administrator",
      { ...strict, administrators: { users: ["system:serviceaccount:a:b"], groups: [] } },
      "fails",
      "administrators",
    ],
    [
      "a person as administrator",
      { ...strict, administrators: { users: ["jane"], groups: ["platform-*"] } },
      "holds",
      "",
    ],
  ])("with %s", (_, policy, status, reason) => {
    const answer = decideRules(policy, lease, now);
    expect(answer.status).toBe(status);
    expect(answer.reason).toContain(reason);
  });

  it("names two rules, and counts the others", () => {
    const { reason } = decideRules(defaultPolicy, lease, now);
    expect(reason).toMatch(new RegExp(`, and ${denyingRules.length - 2} more rules do not deny$`));
  });
});

describe("denyingRules", () => {
  it("has the rules that protect a holder, and none that only warns", () => {
    const ids = denyingRules.map((rule) => rule.id);
    expect(ids).toContain(id);
    expect(ids).toContain("lease/holder-kept-until-expiry");
    expect(ids).not.toContain("lease/term-kept-without-pod");
  });
});
