import { expect, it } from "vitest";
import type { LearnedPolicy } from "../../src/learn/learned-entry.ts";
import { mergePolicy } from "../../src/learn/merge-policy.ts";
import { parseEarlierPolicy } from "../../src/learn/parse-earlier-policy.ts";
import { policyText } from "../../src/learn/policy-text.ts";
import { readPolicy } from "../../src/policy/file/read-policy.ts";

type LearnedExemption = LearnedPolicy["exemptions"][number];

function exemption(name: string, expires: string, user = "eve"): LearnedExemption {
  const match = { namespaces: ["team-a"], names: [name], users: [user] };
  const value = {
    rules: ["metadata/writer-allowed"],
    match,
    reason: "not explained",
    owner: "the owner of this policy",
    expires,
  } as const;
  return { comment: "1 write of 2026-07-01", value };
}

function policyOf(
  exemptions: readonly LearnedExemption[],
  notes: readonly string[] = ["", "one: 1 write"],
): LearnedPolicy {
  const setting = {
    comment: "strict denies what this rule reports",
    value: { mode: "deny", warnUntil: "2026-07-15" },
  } as const;
  const rules = [{ id: "lease/holder-kept-until-expiry", setting, scopes: [] }] as const;
  return { header: ["A policy of lease-guard learn"], administrators: { groups: ["sre"] }, rules, exemptions, notes };
}

function merged(earlier: string, policy: LearnedPolicy): string {
  const document = parseEarlierPolicy(earlier);
  if (!document.ok) throw new Error(document.error);
  return mergePolicy(document.value, policy).text;
}

/** Returns the user, the Lease, and the last day of each exemption in a policy. */
function exemptionsIn(text: string): readonly unknown[] {
  const read = readPolicy([{ file: "policy.yaml", text }]);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value.policy.exemptions.map(({ match, expires }) => [
    match.users?.[0],
    match.names?.[0],
    expires.toISOString().slice(0, 10),
  ]);
}

const first = policyText(policyOf([exemption("x", "2026-08-15")]));
const more: LearnedExemption = {
  comment: "2 writes of 2026-07-01",
  value: { ...exemption("x", "2026-09-01").value, rules: ["lease/written-by-its-holder", "metadata/writer-allowed"] },
};

it.each<readonly [string, (text: string) => string]>([
  ["removed", (text) => text.replace(/^exemptions:\n(?: .*\n)+/m, "")],
  [
    "removed together with the notes",
    (text) => text.replace(/^exemptions:\n(?: .*\n)+/m, "").replace(/^# Not learned:\n[\s\S]*(?=# Learned)/m, ""),
  ],
  ["ended", (text) => text.replace("expires: 2026-08-15", "expires: 2026-07-01")],
])("a merge adds no exemption again that a person %s", (_, change) => {
  const changed = change(first);
  expect(changed).not.toBe(first);
  for (const again of [exemption("x", "2026-09-01"), more, exemption("y", "2026-09-01")]) {
    const text = merged(changed, policyOf([again]));
    expect(exemptionsIn(text)).toEqual(exemptionsIn(changed));
    const later = merged(text, policyOf([], []));
    expect(exemptionsIn(merged(later, policyOf([again])))).toEqual(exemptionsIn(changed));
  }
});

it("a merge adds the exemption of another writer, and does not add it again after its removal", () => {
  const joe = exemption("x", "2026-09-01", "joe");
  const both = merged(first, policyOf([joe]));
  expect(exemptionsIn(both)).toEqual([
    ["joe", "x", "2026-09-01"],
    ["eve", "x", "2026-08-15"],
  ]);
  const removed = both.replace(/^exemptions:\n(?: .*\n)+/m, "");
  expect(exemptionsIn(merged(removed, policyOf([joe, more])))).toEqual([]);
});

it("a merge adds an exemption for other writes of a writer whose exemption is unchanged", () => {
  expect(exemptionsIn(merged(first, policyOf([exemption("y", "2026-09-01")])))).toEqual([
    ["eve", "y", "2026-09-01"],
    ["eve", "x", "2026-08-15"],
  ]);
});
