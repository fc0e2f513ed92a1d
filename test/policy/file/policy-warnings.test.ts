import { describe, expect, it } from "vitest";
import { policyWarnings } from "../../../src/policy/file/policy-warnings.ts";
import { readPolicy } from "../../../src/policy/file/read-policy.ts";
import { defaultPolicy, type Exemption } from "../../../src/policy/policy.ts";
import { asFile, diagnosticLine, exempt, lines, rule } from "./policy-texts.ts";

const valid = "rules[lease/strategy-valid]";

describe("warnings", () => {
  const now = new Date("2026-11-22T00:00:00Z");
  const noted: Readonly<Record<string, readonly [text: string, ...notes: readonly string[]]>> = {
    "a rule of tier api that warns": [
      rule(
        "mode: warn",
        "scopes:",
        "- match: { names: [a] }",
        "  mode: off",
        "- match: { names: [b] }",
        "  mode: deny",
      ),
      `5:11 ${valid}.mode: weakens a rule of tier api, but kube-apiserver itself denies such writes`,
      `8:13 ${valid}.scopes[0].mode: weakens a rule of tier api, but kube-apiserver itself denies such writes`,
    ],
    "an allowance that client-go may not keep": [
      "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nclockSkewAllowance: 999ms\n",
      "3:21 clockSkewAllowance: is below 1s, but client-go can take over a lease up to 1s early",
    ],
    "an allowance that it keeps": ["apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nclockSkewAllowance: 1s\n"],
    "an allowance that leaves the term of client-go": [
      "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nclockSkewAllowance: 15s\n",
      "3:21 clockSkewAllowance: is too long to guard lease terms of up to 15s, but most programs use 15s",
    ],
    "an allowance that guards it": [
      "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nclockSkewAllowance: 14999ms\n",
    ],
    "warnUntil that has passed": [
      rule("mode: deny", "warnUntil: 2026-11-22"),
      `6:16 ${valid}.warnUntil: has passed: the rule has denied since 2026-11-22T00:00:00.000Z`,
    ],
    "warnUntil in a form that only Go accepts": [
      rule("mode: deny", "warnUntil: 2026-11-21T8:00:00,5Z"),
      `6:16 ${valid}.warnUntil: has passed: the rule has denied since 2026-11-21T08:00:00.500Z`,
    ],
    "warnNewHolder of a rule that validates only LeaseCandidates": [
      "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nrules: { lease-candidate/lease-name-valid: { mode: deny, warnNewHolder: true } }\n",
      "3:73 rules[lease-candidate/lease-name-valid].warnNewHolder: has no effect, because the rule does not validate Leases",
    ],
    "warnNewHolder of a rule that validates Leases": [rule("mode: deny", "warnNewHolder: true")],
    "warnUntil of tomorrow": [rule("mode: deny", "warnUntil: 2026-11-23")],
    "an exemption that has expired, and one that has not": [
      exempt(
        ...["2026-11-22", "2026-11-23"].flatMap((expires) => [
          "- rules: [lease/renew-time-near-now]",
          "  match: { names: [a] }",
          "  reason: why",
          "  owner: team-a",
          `  expires: ${expires}`,
        ]),
      ),
      "8:14 exemptions[0].expires: has passed: the exemption expired; contact team-a",
    ],
    "an exemption from rules that find nothing of their own": [
      lines(
        "rules:",
        "  lease/duration-within-bounds: { scopes: [{ match: { names: [a] }, parameters: { minSeconds: 5 } }] }",
        "exemptions:",
        "- rules: [lease/strategy-valid, lease/duration-within-bounds, lease/holder-pattern]",
        "  match: { names: [a] }",
        "  reason: why",
        "  owner: team-a",
        "  expires: 2026-11-23",
      ),
      "6:11 exemptions[0].rules[0]: has no effect on a rule of tier api, because kube-apiserver itself denies such writes",
      "6:63 exemptions[0].rules[2]: has no effect, because without parameters the rule is off",
    ],
    "scopes after one for all writes": [
      rule(
        "scopes:",
        '- match: { namespaces: ["*"], users: [a, "**"] }',
        "- match: { names: [a] }",
        '- match: { names: ["*"] }',
      ),
      `7:7 ${valid}.scopes[1]: never applies, because the scope at line 6 matches every write that this scope matches`,
      `8:7 ${valid}.scopes[2]: never applies, because the scope at line 6 matches every write that this scope matches`,
    ],
    "scopes after those for many writes": [
      rule(
        "scopes:",
        '- match: { groups: ["*"] }',
        '- match: { labels: { a: "*" } }',
        '- match: { names: ["*"], users: ["a*"] }',
        "- match: { names: [a] }",
      ),
    ],
    "a scope after one with a wider pattern": [
      rule(
        "scopes:",
        "- match: { namespaces: [team-*] }",
        "- match: { namespaces: [team-a], names: [a] }",
        "- match: { namespaces: [team-*, kube-system] }",
        "- match: { not: { users: [jane] } }",
        '- match: { not: { users: ["j*"] } }',
      ),
      `7:7 ${valid}.scopes[1]: never applies, because the scope at line 6 matches every write that this scope matches`,
      `10:7 ${valid}.scopes[4]: never applies, because the scope at line 9 matches every write that this scope matches`,
    ],
    "patterns that match nothing": [
      lines(
        'administrators: { users: ["system:nodes"], groups: ["$(namespace)-admins"] }',
        "rules:",
        "  metadata/writer-allowed:",
        '    parameters: { users: ["system:serviceaccount:foo"], groups: [ops] }',
        '    scopes: [{ match: { names: ["Team_a"], not: { namespaces: ["^x$"] } }, parameters: { groups: [system:node:a] } }]',
        "  lease/holder-pattern: { parameters: { patterns: [pod-.*] } }",
        '  metadata/labels-required: { parameters: { labels: { team: "[ab]" } } }',
        "  lease/holder-kept-until-expiry:",
        '    scopes: [{ match: { names: ["Team_a"], labels: { "a b": a } }, mode: off }]',
        "exemptions:",
        "- rules: [lease/renew-time-near-now, metadata/name-valid]",
        '  match: { namespaces: ["Team"], names: ["Team_a"] }',
        "  reason: why",
        "  owner: team-a",
        "  expires: 2026-11-23",
      ),
      "3:27 administrators.users[0]: is the name of a group: put it into groups",
      "3:53 administrators.groups[0]: contains $(namespace), which is a reference only for users and groups in match and parameters",
      "6:27 rules[metadata/writer-allowed].parameters.users[0]: matches no service account, because its user is system:serviceaccount:NAMESPACE:NAME",
      "7:64 rules[metadata/writer-allowed].scopes[0].match.not.namespaces[0]: looks like a regular expression, but only * is special in a pattern",
      "7:99 rules[metadata/writer-allowed].scopes[0].parameters.groups[0]: is the name of a user: put it into users",
      "8:52 rules[lease/holder-pattern].parameters.patterns[0]: looks like a regular expression, but only * is special in a pattern",
      "9:61 rules[metadata/labels-required].parameters.labels[team]: looks like a regular expression, but only * is special in a pattern",
      "11:33 rules[lease/holder-kept-until-expiry].scopes[0].match.names[0]: matches no Lease, because its name must be an RFC 1123 subdomain",
      "11:61 rules[lease/holder-kept-until-expiry].scopes[0].match.labels[a b]: is not a valid key of a label",
      "13:38 exemptions[0].rules[1]: has no effect on a rule of tier api, because kube-apiserver itself denies such writes",
      "14:25 exemptions[0].match.namespaces[0]: matches no namespace, because a namespace must be an RFC 1123 label",
    ],
    "patterns in a list of objects": [
      lines(
        "rules:",
        "  lease-candidate/candidates-allowed:",
        "    parameters:",
        "      leases:",
        "      - names: [web, Team_a]",
        "        users: [jane, system:masters]",
        "        groups: [system:node:a]",
        "        pods: [web-.*]",
      ),
      "7:22 rules[lease-candidate/candidates-allowed].parameters.leases[0].names[1]: matches no Lease, because its name must be an RFC 1123 subdomain",
      "8:23 rules[lease-candidate/candidates-allowed].parameters.leases[0].users[1]: is the name of a group: put it into groups",
      "9:18 rules[lease-candidate/candidates-allowed].parameters.leases[0].groups[0]: is the name of a user: put it into users",
      "10:16 rules[lease-candidate/candidates-allowed].parameters.leases[0].pods[0]: looks like a regular expression, but only * is special in a pattern",
    ],
    "allowed writers for the whole cluster": [
      lines("rules:", "  metadata/writer-allowed:", "    parameters: { users: [jane] }", "    mode: deny"),
      "6:11 rules[metadata/writer-allowed].mode: denies the writes by kubelets, kube-controller-manager, kube-scheduler, kube-apiserver: allow their users, or deny only in scopes",
    ],
    "allowed writers and deleters of the profile strict": [
      lines(
        "profile: strict",
        "rules:",
        '  metadata/writer-allowed: { parameters: { users: ["system:kube-*", "system:apiserver"] } }',
        '  metadata/deleter-allowed: { parameters: { users: ["system:serviceaccount:$(namespace):*"] } }',
      ),
      "5:28 rules[metadata/writer-allowed].mode: denies the writes by kubelets: allow their users, or deny only in scopes",
      "6:29 rules[metadata/deleter-allowed].mode: denies the writes by the generic-garbage-collector, the namespace-controller: allow their users, or deny only in scopes",
    ],
    "the group of kube-apiserver as the only writer": [
      lines("rules:", "  metadata/writer-allowed:", "    parameters: { groups: [system:masters] }", "    mode: deny"),
      "6:11 rules[metadata/writer-allowed].mode: denies the writes by kubelets, kube-controller-manager, kube-scheduler: allow their users, or deny only in scopes",
    ],
    "allowed writers of some namespaces": [
      lines(
        "rules:",
        "  metadata/writer-allowed:",
        "    parameters: { users: [jane] }",
        "    mode: deny",
        "    scopes: [{ match: { namespaces: [kube-*] }, mode: off }]",
        "  metadata/deleter-allowed:",
        "    parameters: { users: [jane] }",
        "    mode: deny",
        "    scopes: [{ match: { labels: { team: a } }, mode: off }, { match: { groups: [system:serviceaccounts] }, mode: off }]",
      ),
    ],
    "allowed writers that warn": [
      lines("rules:", "  metadata/writer-allowed: { mode: warn, parameters: { users: [jane] } }"),
    ],
  };

  it.each(Object.entries(noted))("%s", (_, [text, ...notes]) => {
    const policy = readPolicy(asFile(text));
    expect(policy.ok ? policy.value.warnings(now).map(diagnosticLine) : policy.error).toEqual(notes);
  });
});

it("the warnings read each exemption only a few times, so that many exemptions do not delay reviews", () => {
  let reads = 0;
  const exemptions = Array.from(
    { length: 1_000 },
    (): Exemption => ({
      get rules() {
        reads++;
        return ["lease/renew-time-near-now"] as const;
      },
      match: { names: ["a"] },
      reason: "why",
      owner: "team-a",
      expires: new Date("2027-01-01T00:00:00Z"),
    }),
  );
  expect(policyWarnings({ ...defaultPolicy, exemptions }, new Date("2026-11-22T00:00:00Z"))).toEqual([]);
  expect(reads).toBeLessThan(10 * exemptions.length);
});
