import { expect, it } from "vitest";
import type { ShownPolicy } from "../../../../src/cli/policy/reports/result.ts";
import { policySettingsText } from "../../../../src/cli/policy/reports/text.ts";

const place = { file: "policy.yaml", line: 7, column: 1 };
const shown: ShownPolicy = {
  showsUnchanged: false,
  profile: "strict",
  profilePlace: { file: "policy.yaml", line: 3, column: 10 },
  isOneFile: true,
  columns: undefined,
  administrators: { users: [], groups: ["kubeadm:cluster-admins"] },
  unvalidated: "warn",
  clockSkewMs: 1500,
  registration: { name: "manifests/base", namespaces: { except: ["kube-system"] } },
  fences: [],
  settings: [
    {
      setting: {
        rule: "lease/duration-within-bounds",
        tier: "policy",
        mode: "off",
        match: { namespaces: ["team-*"], not: { users: ["jane"], labels: { app: "a" } } },
        setBy: "scope",
      },
      profileMode: "deny",
      place,
      notSent: [],
    },
    {
      setting: {
        rule: "lease/duration-within-bounds",
        tier: "policy",
        mode: "deny",
        setBy: "rule",
        parameters: { minSeconds: 5, maxSeconds: 300 },
      },
      profileMode: "deny",
      place,
      notSent: [{ what: "plain-renewals" }],
    },
  ],
};

const facts = [
  "",
  "profile: strict at line 3",
  "clockSkewAllowance: 1.5s",
  "administrators: users system:apiserver or groups system:masters,kubeadm:cluster-admins",
  "break-glass: group lease-guard:break-glass, for which every rule of tier protocol or policy only audits",
  "unvalidated: warn",
  "short lease terms: not guarded up to 1s, because clockSkewAllowance is 1.5s",
  "",
  "manifests/base does not send writes in kube-system",
  "",
];
/** The number of lines of the table: the heading, and a row for each setting. */
const tableLines = 3;

it("is a table if it fits the terminal", () => {
  const lines = policySettingsText(shown).split("\n");
  expect(lines.slice(tableLines)).toEqual(facts);
  const width = Math.max(...lines.slice(0, tableLines).map((line) => line.length));
  expect(policySettingsText({ ...shown, columns: width })).toBe(policySettingsText(shown));
  expect(policySettingsText({ ...shown, columns: width - 1 })).not.toContain("RULE");
});

it("has no line that is longer than a narrow terminal", () => {
  expect(policySettingsText({ ...shown, columns: 50 }).split("\n")).toEqual([
    "lease/duration-within-bounds (policy)",
    "  off   namespaces team-* and not (users jane and",
    "        labels app=a)",
    "        set by: its scope at line 7, instead of",
    "        deny",
    "  deny  all others",
    "        set by: its setting at line 7,",
    '        {"minSeconds":5,"maxSeconds":300}',
    "        not sent: plain renewals",
    "",
    "profile: strict at line 3",
    "clockSkewAllowance: 1.5s",
    "administrators: users system:apiserver or groups",
    "  system:masters,kubeadm:cluster-admins",
    "break-glass: group lease-guard:break-glass, for",
    "  which every rule of tier protocol or policy only",
    "  audits",
    "unvalidated: warn",
    "short lease terms: not guarded up to 1s, because",
    "  clockSkewAllowance is 1.5s",
    "",
    "manifests/base does not send writes in kube-system",
    "",
  ]);
});

it("names the file of a setting if several files form the policy", () => {
  expect(policySettingsText({ ...shown, isOneFile: false })).toContain("its scope at policy.yaml:7");
});
