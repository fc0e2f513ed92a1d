import { describe, expect, it } from "vitest";
import type { ExportVersion } from "../../src/core/api/kubernetes-version.ts";
import { checkSubdomain } from "../../src/core/text/names.ts";
import { longestSuffix } from "../../src/export/objects.ts";
import { omissionLine } from "../../src/export/omission.ts";
import type { RuleSettings } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import type { RuleId } from "../../src/rules/rule.ts";
import { exported, only, strict } from "./exported.ts";

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

  it("causes a warning about held Leases without managedFields, by policies that warn and read the time", () => {
    const warning = expect.stringMatching(
      /^metadata\.managedFields: must not be empty .* \| kubectl apply --server-side .* \(lease-guard\)$/,
    );
    expect(messages("lease/holder-kept-until-expiry", "warn")).toContainEqual(warning);
    expect(messages("lease/holder-kept-until-expiry", "deny")).not.toContainEqual(warning);
    expect(messages("lease/strategy-kept", "warn")).not.toContainEqual(warning);
    expect(messages("lease-candidate/renew-time-recent", "warn")).not.toContainEqual(warning);
  });

  it("is protected if only a date of the policy needs it", () => {
    const settings: RuleSettings = { mode: "deny", warnUntil: new Date("2999-01-01") };
    const { policies } = exported(only({ "lease/strategy-kept": settings }));
    expect(policies.map(({ metadata, validations }) => [metadata.name, validations.length])).toEqual([
      ["lease-guard-leases-deny", 2],
      ["lease-guard-leases-warn", 2],
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
    const lines = (kubernetesVersion: ExportVersion) =>
      exported(strict, { kubernetesVersion }).omissions.map(omissionLine);
    const late = "not exported: lease-candidate/versions-not-decreasing: the rule needs Kubernetes 1.34";
    expect(lines("1.33")).toContain(late);
    expect(lines("1.34")).not.toContain(late);
    expect(lines("1.34")).toContain("not exported: lease/live-lease-not-deleted: the time of a deletion is unknown");
    expect(lines("1.34")).toContain(
      "partly exported: lease/holder-identity-printable: the admission policies do not report identities of more than 512 characters",
    );
  });

  it("and the validations name every other rule that is on", () => {
    const { objects, omissions } = exported(strict);
    const active = rules.filter(({ tier }) => tier === "protocol").map(({ id }) => id);
    const left = omissions.filter(({ isPartial }) => !isPartial).map(({ rule }) => rule);
    const named = new Set(
      Array.from(JSON.stringify(objects).matchAll(/\(([a-z-]+\/[a-z0-9-]+)\)\\*"/g), ([, id]) => id),
    );
    expect([...named].sort()).toEqual(active.filter((id) => !left.includes(id)).sort());
  });
});

describe("relation rules", () => {
  const beside = (changes = {}) => exported(strict, { hasRelations: true, ...changes });
  const isBeside = ({ metadata }: { readonly metadata: { readonly name: string } }) =>
    metadata.name.includes("-beside-");

  it("are exported only with relations, in policies of their own", () => {
    expect(exported(strict).objects.some(isBeside)).toBe(false);
    expect(
      beside()
        .policies.filter(isBeside)
        .map(({ metadata }) => metadata.name),
    ).toEqual([
      "lease-guard-leases-beside-leasecandidates-deny",
      "lease-guard-leasecandidates-beside-leases-deny",
      "lease-guard-leasecandidates-beside-leasecandidates-warn",
    ]);
    for (const { metadata } of beside().objects) expect(checkSubdomain(metadata.name)).toEqual([]);
  });

  it.each([
    ["with related objects", { hasRelations: true }],
    ["on the disk of kube-apiserver", { isStatic: true }],
  ])("have names of at most the longest suffix, %s", (_, changes) => {
    const observed = exported({ ...strict, profile: "observe" }, changes);
    expect(observed.objects).not.toEqual([]);
    for (const { metadata } of observed.objects)
      expect(metadata.name.length).toBeLessThanOrEqual(`lease-guard${longestSuffix}`.length);
  });

  it("never fail closed, and allow a write in a namespace without objects", () => {
    for (const { kind, spec, metadata } of beside({ failsClosed: true }).objects) {
      if (!isBeside({ metadata })) continue;
      if (kind === "ValidatingAdmissionPolicy")
        expect(spec).toMatchObject({ failurePolicy: "Ignore", paramKind: { kind: expect.any(String) } });
      else expect(spec).toMatchObject({ paramRef: { selector: {}, parameterNotFoundAction: "Allow" } });
    }
  });

  it.each([
    ["1.32", "coordination.k8s.io/v1alpha2"],
    ["1.33", "coordination.k8s.io/v1beta1"],
    ["1.36", "coordination.k8s.io/v1beta1"],
  ] as const)("of Kubernetes %s read candidates of %s", (kubernetesVersion, apiVersion) => {
    const { objects } = beside({ kubernetesVersion });
    expect(objects.map(({ spec }) => spec["paramKind"])).toContainEqual({ apiVersion, kind: "LeaseCandidate" });
    expect(beside({ kubernetesVersion: "1.31" }).objects.some(isBeside)).toBe(false);
  });

  it("skip objects that belong to another Lease", () => {
    const conditions = beside()
      .policies.filter(isBeside)
      .map(({ matchConditions }) => matchConditions.at(-1));
    expect(conditions).toEqual([
      { name: "of-the-same-lease", expression: "params.spec.leaseName == object.metadata.name" },
      { name: "of-the-same-lease", expression: "params.metadata.name == object.spec.leaseName" },
      { name: "of-the-same-lease", expression: "params.spec.leaseName == object.spec.leaseName" },
    ]);
  });

  it("are omitted without relations", () => {
    const line = "not exported: lease-candidate/strategies-agree: the rule reads other objects, and needs --relations";
    expect(exported(strict).omissions.map(omissionLine)).toContain(line);
    expect(beside().omissions.map(omissionLine)).not.toContain(line);
  });
});
