import { describe, expect, it } from "vitest";
import type { LearnedFence, LearnedPolicy, LearnedScope } from "../../src/learn/learned-entry.ts";
import { type MergedPolicy, mergePolicy } from "../../src/learn/merge-policy.ts";
import { parseEarlierPolicy } from "../../src/learn/parse-earlier-policy.ts";
import { policyText } from "../../src/learn/policy-text.ts";
import { readPolicy } from "../../src/policy/file/read-policy.ts";

const scope = (name: string, user: string, warnUntil = "2026-07-15") => ({
  comment: `10 writes of 2026-07-01`,
  value: {
    match: { namespaces: ["team-a"], names: [name] },
    mode: "deny",
    warnUntil,
    parameters: { users: [user] },
  } satisfies LearnedScope,
});

const setting = (warnUntil: string) => ({
  comment: "strict denies what this rule reports",
  value: { mode: "deny", warnUntil } as const,
});

const exemption = (name: string, expires: string) => ({
  comment: "1 write of 2026-07-01",
  value: {
    rules: ["metadata/writer-allowed"] as const,
    match: { names: [name] },
    reason: "not explained",
    owner: "the owner of this policy",
    expires,
  },
});

function policyOf(scopes: LearnedPolicy["rules"][number]["scopes"], rest: Partial<LearnedPolicy> = {}): LearnedPolicy {
  return {
    header: ["A policy of lease-guard learn"],
    administrators: { groups: ["kubeadm:cluster-admins"] },
    rules: [
      { id: "lease/holder-kept-until-expiry", setting: setting("2026-07-15"), scopes: [] },
      { id: "metadata/writer-allowed", scopes },
    ],
    exemptions: [],
    notes: ["", "one: 1 write"],
    ...rest,
  };
}

const fence = (lease: string, more: Partial<LearnedFence> = {}) => ({
  comment: "100 writes of 2026-07-01, 2 handovers, 1 start of a pod that did not lead",
  value: {
    name: `team-a-${lease}`,
    lease: `team-a/${lease}`,
    serviceAccount: `team-a/${lease}`,
    identity: "POD_*",
    resources: ["configmaps"],
    deletes: false,
    mode: "warn",
    ...more,
  } satisfies LearnedFence,
});

const first = policyText(
  policyOf([scope("a", "jane"), scope("b", "jane")], { exemptions: [exemption("x", "2026-08-15")] }),
);

function merged(earlier: string, policy: LearnedPolicy): string {
  return mergedPolicy(earlier, policy).text;
}

function mergedPolicy(earlier: string, policy: LearnedPolicy): MergedPolicy {
  const document = parseEarlierPolicy(earlier);
  if (!document.ok) throw new Error(document.error);
  const merge = mergePolicy(document.value, policy);
  expect(readPolicy([{ file: "policy.yaml", text: merge.text }]).ok).toBe(true);
  return merge;
}

function writersIn(text: string): readonly unknown[] {
  const read = readPolicy([{ file: "policy.yaml", text }]);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return (read.value.policy.rules.get("metadata/writer-allowed")?.scopes ?? []).map(
    ({ match, parameters, warnUntil, mode }) => [
      match.names?.[0],
      parameters?.["users"],
      warnUntil?.toISOString().slice(0, 10),
      mode,
    ],
  );
}

describe("a merge", () => {
  it("changes nothing if nothing is new", () => {
    const again = policyOf([scope("a", "jane", "2026-07-30"), scope("b", "jane", "2026-07-30")], {
      exemptions: [exemption("x", "2026-09-01")],
    });
    expect(merged(first, again)).toBe(first);
  });

  it("refreshes an entry whose users differ, with the new date", () => {
    const text = merged(first, policyOf([scope("a", "joe", "2026-07-30"), scope("b", "jane", "2026-07-30")]));
    expect(writersIn(text)).toEqual([
      ["a", ["joe"], "2026-07-30", "deny"],
      ["b", ["jane"], "2026-07-15", "deny"],
    ]);
  });

  it("keeps a learned entry for which the new recording has no writes, and adds new entries", () => {
    const text = merged(first, policyOf([scope("c", "jane", "2026-07-30")]));
    expect(writersIn(text).map((entry) => (entry as readonly string[])[0])).toEqual(["c", "a", "b"]);
    expect(text).toContain("names: [ x ]");
  });

  it.each<readonly [string, (text: string) => string, readonly unknown[]]>([
    [
      "the mode",
      (text) => text.replace(/mode: deny\n(\s+)warnUntil: 2026-07-15\n/, 'mode: "off"\n'),
      ["a", ["jane"], undefined, "off"],
    ],
    [
      "the users",
      (text) => text.replace("users: [ jane ]", "users: [ jane, ann ]"),
      ["a", ["jane", "ann"], "2026-07-15", "deny"],
    ],
    [
      "the date",
      (text) => text.replace(/(names: \[ a \] \}\n.*\n.*)2026-07-15/, "$12026-12-24"),
      ["a", ["jane"], "2026-12-24", "deny"],
    ],
    [
      "the comments in it",
      (text) => text.replace("users: [ jane ] }", "users: [ jane ] } # on call"),
      ["a", ["jane"], "2026-07-15", "deny"],
    ],
    [
      "the comment",
      (text) => text.replace(/# learned .*\n(.*names: \[ a \])/, "# by team-a\n$1"),
      ["a", ["jane"], "2026-07-15", "deny"],
    ],
  ])("keeps an entry in which a person changed %s", (_, change, expected) => {
    const changed = change(first);
    expect(changed).not.toBe(first);
    const text = merged(changed, policyOf([scope("a", "joe", "2026-07-30"), scope("b", "joe", "2026-07-30")]));
    expect(writersIn(text)).toEqual([expected, ["b", ["joe"], "2026-07-30", "deny"]]);
  });

  it("keeps the comment of a person above an entry that it refreshes", () => {
    const commented = first.replace(/( *)# learned .*\n.*names: \[ a \]/, "$1# agreed with team-a\n$&");
    const text = merged(commented, policyOf([scope("a", "joe", "2026-07-30"), scope("b", "jane", "2026-07-30")]));
    expect(text).toMatch(/# agreed with team-a\n *# learned .*\n.*names: \[ a \]/);
    expect(writersIn(text)[0]).toEqual(["a", ["joe"], "2026-07-30", "deny"]);
    expect(merged(text, policyOf([scope("a", "joe", "2026-08-15")]))).toBe(text);
  });

  it("adds an entry and a rule again that a person removed, with the new date", () => {
    const removed = first
      .replace(/ *# learned .*\n.*names: \[ a \](.*\n){4}/, "")
      .replace(/ *lease\/holder-kept-until-expiry: .*\n/, "");
    expect(writersIn(removed)).toEqual([["b", ["jane"], "2026-07-15", "deny"]]);
    const later = policyOf([scope("a", "jane", "2026-07-30"), scope("b", "jane", "2026-07-30")]);
    const rules = later.rules.map((rule) => (rule.setting ? { ...rule, setting: setting("2026-07-30") } : rule));
    const text = merged(removed, { ...later, rules });
    expect(writersIn(text).map((entry) => (entry as readonly string[])[2])).toEqual(["2026-07-30", "2026-07-15"]);
    expect(text).toContain("lease/holder-kept-until-expiry: { mode: deny, warnUntil: 2026-07-30 }");
  });

  it("keeps the scopes and exemptions of a person, also for the same writes", () => {
    const own = `apiVersion: lease-guard.dev/v1alpha1
kind: Policy
rules:
  metadata/writer-allowed:
    scopes:
      - match: { names: [ a ], namespaces: [ team-a ] }
        parameters: { users: [ ann ] }
      - match: { namespaces: [ team-b ] }
        parameters: { users: [ bob ] }
exemptions:
  - rules: [ metadata/writer-allowed ]
    match: { names: [ x ] }
    reason: agreed
    owner: team-a
    expires: 2026-12-01
`;
    const text = merged(
      own,
      policyOf([scope("a", "jane"), scope("b", "jane")], { exemptions: [exemption("x", "2026-08-15")] }),
    );
    expect(writersIn(text)).toEqual([
      ["a", ["ann"], undefined, undefined],
      ["b", ["jane"], "2026-07-15", "deny"],
      [undefined, ["bob"], undefined, undefined],
    ]);
    expect(text).toContain(own.slice(own.indexOf("exemptions:")));
  });

  it("adds no profile, and only administrators other than the default", () => {
    const own = `apiVersion: lease-guard.dev/v1alpha1
kind: Policy
rules:
  lease/holder-kept-until-expiry:
    scopes: [ { match: { names: [ x ] }, mode: audit } ]
`;
    expect(merged(own, policyOf([]))).not.toMatch(/^(profile|administrators):/m);
    const sre = merged(own, policyOf([], { administrators: { groups: ["sre"] } }));
    expect(sre).toContain("administrators: { groups: [ sre ] }");
  });

  it("keeps the profile, comments, and rules of a person", () => {
    const own =
      "# by team-a\nprofile: default # until May\nkind: Policy\napiVersion: lease-guard.dev/v1alpha1\nrules:\n  lease/duration-kept: { mode: audit } # why\n";
    const text = merged(own, policyOf([scope("a", "jane")]));
    for (const line of ["# by team-a", "profile: default # until May", "lease/duration-kept: { mode: audit } # why"])
      expect(text).toContain(line);
    expect(writersIn(text)).toHaveLength(1);
  });

  it("writes block style where it adds entries to a policy in flow style", () => {
    const own =
      "{ apiVersion: lease-guard.dev/v1alpha1, kind: Policy, rules: { lease/duration-kept: { mode: audit }, metadata/writer-allowed: { scopes: [{ match: { names: [x] }, parameters: { users: [ann] } }] } } }\n";
    const text = merged(own, policyOf([scope("a", "jane")], { exemptions: [exemption("x", "2026-08-15")] }));
    expect(text).toMatch(/^kind: Policy$/m);
    expect(text).toMatch(/^ {2}lease\/duration-kept: \{ mode: audit \}$/m);
    expect(text).toMatch(/^ {2}metadata\/writer-allowed:\n {4}scopes:\n {6}# learned .*\n {6}- match: /m);
    expect(text).toMatch(/^exemptions:\n {2}# learned /m);
  });

  it("keeps a setting that a person changed, and does not delay one that is the same", () => {
    const rule = "lease/holder-kept-until-expiry";
    const later = policyOf([], { rules: [{ id: rule, setting: setting("2026-07-30"), scopes: [] }] });
    expect(merged(first, later)).toContain(`${rule}: { mode: deny, warnUntil: 2026-07-15 }`);
    const changed = first.replace(`${rule}: { mode: deny, warnUntil: 2026-07-15 }`, `${rule}: { mode: audit }`);
    expect(merged(changed, later)).toContain(`${rule}: { mode: audit }`);
  });

  it("replaces the notes at the end, and keeps a comment before them", () => {
    const text = merged(first, policyOf([], { notes: ["", "two: 2 writes"] }));
    expect(text).toContain("two: 2 writes");
    expect(text).not.toContain("one: 1 write");
  });

  it.each(["012", "0b1100"])("keeps the value of %s, which YAML 1.1 reads as a number", (value) => {
    const rule = `lease/duration-within-bounds: { parameters: { maxSeconds: ${value} } }`;
    expect(merged(`apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nrules:\n  ${rule}\n`, policyOf([]))).toContain(
      rule,
    );
  });
});

describe("a merge of fences", () => {
  const fenced = policyText(policyOf([scope("a", "jane")], { fences: [fence("one"), fence("two")] }));
  const fencesIn = (text: string): readonly unknown[] => {
    const read = readPolicy([{ file: "policy.yaml", text }]);
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    return (read.value.policy.fences ?? []).map(({ name, resources, mode }) => [name, ...resources, mode]);
  };
  const again = (text: string, fences: LearnedPolicy["fences"] = []): readonly unknown[] =>
    fencesIn(merged(text, policyOf([scope("a", "jane")], { fences })));
  const kept = (text: string, fences: NonNullable<LearnedPolicy["fences"]>): readonly unknown[] =>
    mergedPolicy(text, policyOf([scope("a", "jane")], { fences })).keptFences.map(({ learned, kept: others }) =>
      [learned, ...others].map(({ name }) => name),
    );
  const two = ["team-a-two", "configmaps", "warn"];

  it("writes them into a policy without fences", () => {
    expect(again(first, [fence("one")])).toEqual([["team-a-one", "configmaps", "warn"]]);
  });

  it("replaces a learned fence of the same Lease, and keeps the others", () => {
    const next = fence("one", { resources: ["configmaps", "secrets"] });
    expect(again(fenced, [next])).toEqual([["team-a-one", "configmaps", "secrets", "warn"], two]);
    expect(again(fenced)).toEqual(fencesIn(fenced));
    expect(kept(fenced, [next])).toEqual([]);
  });

  it.each<readonly [string, (text: string) => string, readonly unknown[]]>([
    ["the mode", (text) => text.replace("mode: warn", "mode: deny"), ["team-a-one", "configmaps", "deny"]],
    [
      "the resources",
      (text) => text.replace("[ configmaps ]", "[ configmaps, pods ]"),
      ["team-a-one", "configmaps", "pods", "warn"],
    ],
  ])("keeps a fence in which a person changed %s", (_, change, expected) => {
    const next = [fence("one", { resources: ["secrets"] }), fence("two")];
    expect(again(change(fenced), next)).toEqual([expected, two]);
    expect(kept(change(fenced), next)).toEqual([["team-a-one", "team-a-one"]]);
  });

  it.each([
    ["the name", { name: "team-a-one" }],
    ["the account and a resource", { serviceAccount: "team-a/one", resources: ["secrets", "configmaps"] }],
  ])("adds no fence with %s of another fence", (_, more) => {
    const next = [fence("three", more)];
    expect(again(fenced, next)).toEqual(fencesIn(fenced));
    expect(kept(fenced, next)).toEqual([[next[0]?.value.name, "team-a-one"]]);
  });

  it("adds a fence of the same account with other resources", () => {
    const other = fence("three", { serviceAccount: "team-a/one", resources: ["secrets"] });
    expect(again(fenced, [other])).toContainEqual(["team-a-three", "secrets", "warn"]);
  });
});
