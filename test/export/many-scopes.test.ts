import { describe, expect, it } from "vitest";
import { bytesOf, modeOfName, mostBytes, mostClientBytes, rulesAnnotation } from "../../src/export/objects.ts";
import { decodePolicy } from "../../src/policy/file/decode-policy.ts";
import type { Policy } from "../../src/policy/policy.ts";
import { learnedPolicy } from "../harness/learned-policy.ts";
import { exported } from "./exported.ts";

function policyFor(leases: number): Policy {
  const decoded = decodePolicy(learnedPolicy(leases));
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.error));
  return decoded.value;
}

function bytesFor(leases: number): number {
  return exported(policyFor(leases)).objects.reduce((sum, object) => sum + bytesOf(object), 0);
}

describe("a policy with many scopes", () => {
  it("grows with the number of scopes, not with its square", () => {
    const [first, second, third] = [bytesFor(100), bytesFor(300), bytesFor(500)];
    expect(third - second).toBeLessThan(1.2 * (second - first));
  });

  it("has expressions that the parser of kube-apiserver accepts", () => {
    const texts = exported(policyFor(1000)).policies.flatMap(({ matchConditions, variables, validations }) =>
      [...matchConditions, ...variables, ...validations].map(({ expression }) => expression),
    );
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(100_000);
  });

  it("has a short list of rules, with the number of parameters of each rule", () => {
    const [
      {
        metadata: { annotations },
      } = { metadata: {} as never },
    ] = exported(policyFor(1000)).policies;
    const rules: unknown = JSON.parse(annotations?.[rulesAnnotation] ?? "");
    expect(rules).toContainEqual({ rule: "lease/holder-pattern", settings: 1000 });
  });

  it("becomes several policies that kubectl apply can store, each with a binding", () => {
    const whole = exported(policyFor(1000));
    const split = exported(policyFor(1000), { isSplit: true });
    expect(Math.max(...whole.objects.map(bytesOf))).toBeGreaterThan(mostClientBytes);
    expect(Math.max(...split.objects.map(bytesOf))).toBeLessThanOrEqual(mostClientBytes);
    const names = split.policies.map(({ metadata }) => metadata.name);
    expect(names).toContain("lease-guard-leases-deny-2");
    expect(new Set(names).size).toBe(names.length);
    expect(
      split.policies.every(({ metadata, actions }) => actions?.[0]?.toLowerCase() === modeOfName(metadata.name)),
    ).toBe(true);
    const messagesOf = ({ policies }: typeof whole) =>
      new Set(policies.flatMap(({ validations }) => validations.map(({ message }) => message)));
    expect(messagesOf(split)).toEqual(messagesOf(whole));
  });
});

describe("a finding that is too large for kubectl apply", () => {
  it("is one policy", () => {
    const users = Array.from({ length: 8000 }, (_, index) => `system:serviceaccount:team-${index}:controller`);
    const rules = { "metadata/writer-allowed": { mode: "deny", parameters: { users } } };
    const decoded = decodePolicy({ apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", rules });
    if (!decoded.ok) throw new Error(JSON.stringify(decoded.error));
    const ofLeases = exported(decoded.value, { isSplit: true }).objects.map(bytesOf);
    expect(Math.max(...ofLeases)).toBeGreaterThan(mostClientBytes);
  });
});

describe("a policy whose conditions of scopes alone are too large for kubectl apply", () => {
  it("becomes a few policies that etcd can store, instead of one for each scope", () => {
    const rules = { "metadata/writer-allowed": { mode: "deny", scopes: Array.from({ length: 1000 }, longScope) } };
    const decoded = decodePolicy({ apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", rules });
    if (!decoded.ok) throw new Error(JSON.stringify(decoded.error));
    const { objects, policies } = exported(decoded.value, { isSplit: true });
    expect(Math.max(...objects.map(bytesOf))).toBeGreaterThan(mostClientBytes);
    expect(Math.max(...objects.map(bytesOf))).toBeLessThanOrEqual(mostBytes);
    expect(policies.length).toBeLessThan(20);
  });
});

function longScope(_: unknown, index: number): object {
  const name = `${"controller-".repeat(20)}${index}`;
  const users = [`system:serviceaccount:team-${index}:controller`];
  return { match: { namespaces: [`team-${index}`], names: [name] }, parameters: { users } };
}

describe("the fields that kube-apiserver adds", () => {
  it("are in every policy, so that a tool that compares objects finds no difference", () => {
    const { objects } = exported(policyFor(1), { hasRelations: true });
    const policies = objects.filter(({ kind }) => kind === "ValidatingAdmissionPolicy");
    for (const { spec } of policies)
      expect(spec).toMatchObject({
        failurePolicy: "Ignore",
        matchConstraints: {
          matchPolicy: "Equivalent",
          namespaceSelector: {},
          objectSelector: {},
          resourceRules: [{ scope: expect.any(String) }],
        },
      });
    expect(policies.some(({ metadata }) => metadata.name.includes("-keeper-"))).toBe(true);
  });
});
