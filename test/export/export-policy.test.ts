import { describe, expect, it } from "vitest";
import { breakGlassGroup } from "../../src/export/conditions.ts";
import { exportPolicy, omissionLine } from "../../src/export/export-policy.ts";
import { type ExportOptions, rulesAnnotation, versionAnnotation } from "../../src/export/objects.ts";
import { defaultPolicy, type Policy, type RuleSettings } from "../../src/policy/policy.ts";
import { celRules } from "../../src/rules/cel/index.ts";
import { rules } from "../../src/rules/index.ts";
import type { RuleId } from "../../src/rules/rule.ts";
import { checkSubdomain } from "../../src/text/names.ts";

interface Spec {
  readonly failurePolicy?: string;
  readonly matchConstraints: {
    readonly resourceRules: readonly { readonly operations: readonly string[]; readonly resources: readonly string[] }[];
  };
  readonly matchConditions: readonly { readonly name: string; readonly expression: string }[];
  readonly variables: readonly { readonly name: string }[];
  readonly validations: readonly { readonly expression: string; readonly message: string }[];
  readonly policyName?: string;
  readonly validationActions?: readonly string[];
}

const options: ExportOptions = {
  minor: 36,
  name: "lease-guard",
  isStatic: false,
  failsClosed: false,
  now: new Date("2026-07-01T08:00:00Z"),
  version: "1.2.3",
};

/** Returns the policies, each with the actions of its binding, and the omissions. */
function exported(policy: Policy, changes: Partial<ExportOptions> = {}) {
  const { objects, omissions } = exportPolicy(policy, { ...options, ...changes });
  const bindings = objects.filter(({ kind }) => kind === "ValidatingAdmissionPolicyBinding");
  const policies = objects.filter(({ kind }) => kind === "ValidatingAdmissionPolicy");
  return {
    objects,
    omissions,
    policies: policies.map(({ metadata, spec }) => {
      const [binding, ...others] = bindings.filter(({ spec: { policyName } }) => policyName === metadata.name);
      expect(others).toEqual([]);
      return { metadata, ...(spec as unknown as Spec), actions: (binding?.spec as unknown as Spec | undefined)?.validationActions };
    }),
  };
}

/** Returns a policy in which all rules are off, except these. */
function only(settings: Readonly<Partial<Record<RuleId, RuleSettings>>>): Policy {
  const off = rules.map(({ id }) => [id, { mode: "off" }] as const);
  return { ...defaultPolicy, rules: new Map([...off, ...(Object.entries(settings) as [RuleId, RuleSettings][])]) };
}

const strict: Policy = { ...defaultPolicy, profile: "strict" };

describe("the exported objects", () => {
  it("are one policy for each kind and mode, with a binding", () => {
    const actions = exported(strict).policies.map((policy) => [policy.metadata.name, policy.actions]);
    expect(actions).toEqual([
      ["lease-guard-leases-deny", ["Deny", "Audit"]],
      ["lease-guard-leases-warn", ["Warn", "Audit"]],
      ["lease-guard-leases-audit", ["Audit"]],
      ["lease-guard-leasecandidates-deny", ["Deny", "Audit"]],
      ["lease-guard-leasecandidates-warn", ["Warn", "Audit"]],
    ]);
    expect(exported(defaultPolicy).policies.map(({ metadata }) => metadata.name)).toEqual([
      "lease-guard-leases-warn",
      "lease-guard-leases-audit",
      "lease-guard-leasecandidates-warn",
    ]);
  });

  it.each([{}, { isStatic: true }, { name: "a.b" }])("have valid names with the same labels: %j", (changes) => {
    const { objects } = exported(strict, changes);
    for (const { metadata } of objects) {
      expect(checkSubdomain(metadata.name)).toEqual([]);
      expect(metadata.name.endsWith(".static.k8s.io")).toBe(changes.isStatic === true);
      expect(metadata.labels).toEqual({
        "app.kubernetes.io/name": "lease-guard",
        "app.kubernetes.io/component": "policy",
        "app.kubernetes.io/part-of": "lease-guard",
      });
    }
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each([
    [false, "Ignore"],
    [true, "Fail"],
  ])("with failsClosed %s, have the failurePolicy %s", (failsClosed, failurePolicy) => {
    for (const policy of exported(strict, { failsClosed }).policies) expect(policy.failurePolicy).toBe(failurePolicy);
  });

  it("exempt administrators, and skip plain renewals of Leases", () => {
    for (const { metadata, matchConditions } of exported({ ...strict, administrators: { users: ["jane"], groups: [] } }).policies) {
      const names = ["not-an-administrator", ...(metadata.name.includes("-leases-") ? ["not-a-plain-renewal"] : [])];
      expect(matchConditions.map(({ name }) => name)).toEqual(names);
      expect(matchConditions[0]?.expression).toContain("'jane'");
      expect(matchConditions[0]?.expression).toContain(`'${breakGlassGroup}'`);
    }
  });

  it("stay below the limits of kube-apiserver: 64 match conditions, 1 MiB, unique names of variables", () => {
    for (const { variables, matchConditions } of exported(strict).policies) {
      const names = variables.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(matchConditions.length).toBeLessThan(64);
    }
    for (const object of exported(strict).objects) expect(JSON.stringify(object).length).toBeLessThan(2 ** 20 / 2);
  });

  it("name the rule and the field in each message", () => {
    for (const { metadata, validations } of exported(strict).policies) {
      for (const { message } of validations) {
        if (message.endsWith("(lease-guard)")) continue;
        expect(message).toMatch(/^((spec|metadata)[.[\]\w]*: )?\S.* \([a-z-]+\/[a-z0-9-]+\)$/);
        expect(celRules.has(/\((\S+)\)$/.exec(message)?.[1] as RuleId), metadata.name).toBe(true);
      }
    }
  });

  it("contain no rule of tier api, and none that is off", () => {
    expect(exported(only({ "lease/lease-duration-positive": { mode: "deny" } })).objects).toEqual([]);
    expect(exported(only({})).omissions).toEqual([]);
  });
});

describe("an exported rule", () => {
  it("has the operations that it needs, and no others", () => {
    const operations = (id: RuleId, settings: RuleSettings) =>
      exported(only({ [id]: settings })).policies.map(({ matchConstraints }) => matchConstraints.resourceRules[0]?.operations);
    expect(operations("lease/strategy-kept", { mode: "deny" })).toEqual([["UPDATE"]]);
    expect(operations("metadata/deleter-allowed", { mode: "warn", parameters: { users: ["jane"] } })).toEqual([["DELETE"], ["DELETE"]]);
    expect(operations("lease/duration-at-most-a-day", { mode: "audit" })).toEqual([["CREATE", "UPDATE"]]);
  });

  it("has a condition for each scope, and its parameters in an annotation", () => {
    const settings: RuleSettings = {
      mode: "deny",
      parameters: { maxSeconds: 300 },
      scopes: [{ match: { namespaces: ["a"] }, parameters: { maxSeconds: 60 } }],
    };
    const [policy] = exported(only({ "lease/duration-within-bounds": settings })).policies;
    expect(policy?.validations.map(({ expression }) => expression)).toEqual([
      expect.stringMatching(/^!\(\(request\.namespace == 'a'\) && \(.*60/),
      expect.stringMatching(/^!\(\(!\(request\.namespace == 'a'\)\) && \(.*300/),
    ]);
    expect(policy?.metadata.annotations).toEqual({
      [versionAnnotation]: "1.2.3",
      [rulesAnnotation]: JSON.stringify([
        { rule: "lease/duration-within-bounds", parameters: { maxSeconds: 60 } },
        { rule: "lease/duration-within-bounds", parameters: { maxSeconds: 300 } },
      ]),
    });
  });

  it("is in the policies of both kinds if it applies to both", () => {
    const settings: RuleSettings = { mode: "deny", parameters: { patterns: ["a-*"] } };
    const names = exported(only({ "metadata/name-pattern": settings })).policies.map(({ metadata }) => metadata.name);
    expect(names).toEqual(["lease-guard-leases-deny", "lease-guard-leasecandidates-deny"]);
  });

  it("has no validation for a match that no write has", () => {
    const scopes = [{ match: { not: {} }, mode: "deny" as const }];
    expect(exported(only({ "lease/strategy-kept": { mode: "off", scopes } })).objects).toEqual([]);
  });
});

describe("the clock", () => {
  const messages = (id: RuleId, mode: "deny" | "warn") =>
    exported(only({ [id]: { mode } })).policies.flatMap(({ validations }) => validations.map(({ message }) => message));
  const kept = "metadata.managedFields: must not be emptied together with a change of the spec (lease-guard)";

  it("is protected by policies that deny, and read the time", () => {
    expect(messages("lease/holder-kept-until-expiry", "deny")).toContain(kept);
    expect(messages("lease-candidate/renew-time-recent", "deny")).toContain(kept);
    expect(messages("lease/holder-kept-until-expiry", "warn")).not.toContain(kept);
    expect(messages("lease/strategy-kept", "deny")).not.toContain(kept);
  });

  it("is protected if only a date of the policy needs it", () => {
    const settings: RuleSettings = { mode: "deny", warnUntil: new Date("2999-01-01") };
    const { policies } = exported(only({ "lease/strategy-kept": settings }));
    expect(policies.map(({ metadata, validations }) => [metadata.name, validations.length])).toEqual([
      ["lease-guard-leases-deny", 2],
      ["lease-guard-leases-warn", 1],
    ]);
  });

  it("has the clock skew allowance of the policy", () => {
    const text = JSON.stringify(exported({ ...strict, clockSkewMs: 7_000 }).objects);
    expect(text).toContain("7000000");
    expect(text).not.toContain("5000000");
  });
});

describe("what is left out", () => {
  it("are the rules without CEL, the rules of newer versions, and parts of rules", () => {
    const lines = (minor: number) => exported(strict, { minor }).omissions.map(omissionLine);
    const late = "not exported: lease-candidate/versions-not-decreasing: the rule needs Kubernetes 1.34";
    expect(lines(33)).toContain(late);
    expect(lines(34)).not.toContain(late);
    expect(lines(34)).toContain("not exported: lease/live-lease-not-deleted: kube-apiserver gives a deletion no time");
    expect(lines(34)).toContain(
      "partly exported: lease/holder-identity-printable: the policies do not report identities of more than 512 characters",
    );
  });

  it("and the validations name every other rule that is on", () => {
    const { objects, omissions } = exported(strict);
    const active = rules.filter(({ tier }) => tier === "protocol").map(({ id }) => id);
    const left = omissions.filter(({ isPartial }) => !isPartial).map(({ rule }) => rule);
    const named = new Set(Array.from(JSON.stringify(objects).matchAll(/\(([a-z-]+\/[a-z0-9-]+)\)"/g), ([, id]) => id));
    expect([...named].sort()).toEqual(active.filter((id) => !left.includes(id)).sort());
  });
});
