import { describe, expect, it } from "vitest";
import { checkSubdomain } from "../../src/core/text/names.ts";
import { notAPlainRenewal, notBreakGlass } from "../../src/export/conditions.ts";
import { type ExportOptions, rulesAnnotation, versionAnnotation } from "../../src/export/objects.ts";
import { defaultPolicy, type Policy, type RuleSettings } from "../../src/policy/policy.ts";
import { celRules } from "../../src/rules/cel/index.ts";
import type { RuleId } from "../../src/rules/rule.ts";
import { exported, only, strict } from "./exported.ts";

const [denied, warned, audited] = [
  "lease/strategy-kept",
  "lease/duration-at-most-a-day",
  "lease/transitions-bounded",
] as const;

describe("the exported objects", () => {
  it("are one policy for each kind and mode, with a binding", () => {
    const actions = exported(strict).policies.map((policy) => [policy.metadata.name, policy.actions]);
    expect(actions).toEqual([
      ["lease-guard-leases-deny", ["Deny", "Audit"]],
      ["lease-guard-leases-warn", ["Warn", "Audit"]],
      ["lease-guard-leasecandidates-deny", ["Deny", "Audit"]],
      ["lease-guard-leasecandidates-warn", ["Warn", "Audit"]],
    ]);
    expect(exported(defaultPolicy).policies.map(({ metadata }) => metadata.name)).toEqual([
      "lease-guard-leases-warn",
      "lease-guard-leasecandidates-warn",
    ]);
  });

  it.each<readonly [string, Parameters<typeof only>[0], Partial<ExportOptions>, string]>([
    [
      "the policy that warns",
      { [denied]: { mode: "deny" }, [warned]: { mode: "warn" } },
      {},
      "lease-guard-leases-warn",
    ],
    ["the policy that denies, if none warns", { [denied]: { mode: "deny" } }, {}, "lease-guard-leases-deny"],
    ["a policy of its own, if there is no other", {}, {}, "lease-guard-leases-audit"],
    [
      "a policy of its own, if others fail closed",
      { [denied]: { mode: "deny" } },
      { failsClosed: true },
      "lease-guard-leases-audit",
    ],
  ])("contain the findings of mode audit in %s", (_, settings, changes, name) => {
    const { policies } = exported(only({ ...settings, [audited]: { mode: "audit" } }), changes);
    const auditing = policies.filter(({ auditAnnotations }) => auditAnnotations !== undefined);
    expect(auditing.map(({ metadata }) => metadata.name)).toEqual([name]);
    expect(auditing[0]).toMatchObject({ failurePolicy: "Ignore", auditAnnotations: [{ key: "audit-findings" }] });
    expect(auditing[0]?.variables.at(-1)).toMatchObject({
      name: "auditedMessages",
      expression: expect.stringContaining(`(${audited})"'`),
    });
    expect(auditing[0]?.validations.some(({ message }) => message.includes(audited))).toBe(false);
  });

  it("contain a message of mode audit once, for all scopes of its rule", () => {
    const scopes = [{ match: { namespaces: ["a"] }, mode: "audit" as const }];
    const exemptions = [
      { match: { names: ["b"] }, expires: new Date("2999-01-01"), rules: [denied], reason: "", owner: "" },
    ];
    const { policies } = exported({ ...only({ [denied]: { mode: "deny", scopes } }), exemptions });
    const [variable] = policies.flatMap(({ variables }) => variables.filter(({ name }) => name === "auditedMessages"));
    expect(variable?.expression.split(`(${denied})`)).toHaveLength(2);
    expect(variable?.expression).toContain("request.namespace == 'a'");
    expect(variable?.expression).toContain("== 'b'");
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
    for (const policy of exported(strict, { failsClosed }).policies.filter(({ auditAnnotations }) => !auditAnnotations))
      expect(policy.failurePolicy).toBe(failurePolicy);
  });

  it("exempt the group for emergencies, and skip plain renewals and writes that no rule can report", () => {
    for (const { metadata, matchConditions } of exported(strict).policies) {
      expect(matchConditions.map(({ name }) => name)).toEqual(["not-break-glass", "can-break-a-rule"]);
      expect(matchConditions[1]?.expression.startsWith(`(${notAPlainRenewal.expression}) && `)).toBe(
        metadata.name.includes("-leases-"),
      );
      expect(matchConditions[0]).toEqual(notBreakGlass);
    }
  });

  it("evaluate every write but plain renewals if they fail closed, or if a rule has no cheap condition", () => {
    const namesOf = (policy: Policy, changes: Partial<ExportOptions> = {}) =>
      exported(policy, changes).policies.map(({ matchConditions }) => matchConditions.map(({ name }) => name));
    const leases = ["not-break-glass", "not-a-plain-renewal"];
    expect(namesOf(only({ [denied]: { mode: "deny" } }), { failsClosed: true })).toEqual([leases]);
    expect(namesOf(only({ "metadata/writer-allowed": { mode: "deny", parameters: { users: [] } } }))).toEqual([
      leases,
      ["not-break-glass"],
    ]);
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
      exported(only({ [id]: settings })).policies.map(
        ({ matchConstraints }) => matchConstraints.resourceRules[0]?.operations,
      );
    expect(operations("lease/strategy-kept", { mode: "deny" })).toEqual([["UPDATE"]]);
    expect(operations("metadata/deleter-allowed", { mode: "warn", parameters: { users: ["jane"] } })).toEqual([
      ["DELETE"],
      ["DELETE"],
    ]);
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

  it("exempts the administrators of the policy if it limits the writers, in which $(namespace) is no reference", () => {
    const policy = only({ "lease/strategy-kept": { mode: "deny" }, "lease/transitions-bounded": { mode: "deny" } });
    const [{ validations = [] } = {}] = exported({
      ...policy,
      administrators: { users: ["jane", "$(namespace)*"], groups: ["sso:*"] },
    }).policies;
    const exempts = (part: string): readonly boolean[] =>
      validations.map(({ expression }) => expression.includes(part));
    expect(exempts("username.orValue('') in ['system:apiserver', 'jane']")).toEqual([true, false]);
    expect(exempts("username.orValue('').startsWith('$(namespace)')")).toEqual([true, false]);
    expect(exempts("(item == 'system:masters') || (item.startsWith('sso:'))")).toEqual([true, false]);
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
