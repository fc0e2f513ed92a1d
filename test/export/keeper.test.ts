import { describe, expect, it } from "vitest";
import { keeperLabels } from "../../src/export/keeper.ts";
import { policySelector } from "../../src/export/objects.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { exported, only } from "./exported.ts";

const withRelations = { hasRelations: true } as const;

/** Returns the names of the keepers in an export, which has two objects for each of them. */
function keepersIn(...args: Parameters<typeof exported>): readonly string[] {
  const { objects } = exported(...args);
  const keepers = objects.filter(({ metadata }) => metadata.labels["app.kubernetes.io/component"] === "policy-keeper");
  return [...new Set(keepers.map(({ metadata }) => metadata.name))];
}

describe("the keepers of an export", () => {
  it.each<readonly [string, Parameters<typeof exported>, readonly string[]]>([
    ["none without relation rules", [defaultPolicy, { hasRelations: false }], []],
    [
      "one for each kind of params",
      [defaultPolicy, withRelations],
      ["lease-guard-keeper-leases-v1", "lease-guard-keeper-leasecandidates-v1beta1"],
    ],
    [
      "one for the version of the params",
      [defaultPolicy, { ...withRelations, kubernetesVersion: "1.32", name: "a" }],
      ["a-keeper-leases-v1", "a-keeper-leasecandidates-v1alpha2"],
    ],
    [
      "none for a kind that no rule reads",
      [only({ "lease-candidate/lease-has-holder": { mode: "deny" } }), withRelations],
      ["lease-guard-keeper-leases-v1"],
    ],
    ["none if all relation rules are off", [only({ "lease/strategy-kept": { mode: "deny" } }), withRelations], []],
  ])("are %s", (_, args, names) => expect(keepersIn(...args)).toEqual(names));

  it("are one policy and one binding, which match no write of Kubernetes and can deny nothing", () => {
    const { objects } = exported(defaultPolicy, { ...withRelations, failsClosed: true });
    const keepers = objects.filter(({ metadata }) => metadata.name.includes("-keeper-"));
    expect(keepers.map(({ kind }) => kind)).toEqual(keepers.map((_, index) => objects[index % 2]?.kind));
    for (const { kind, metadata, spec } of keepers) {
      expect(metadata.annotations).toEqual({ "helm.sh/resource-policy": "keep" });
      if (kind === "ValidatingAdmissionPolicy")
        expect(spec).toMatchObject({
          failurePolicy: "Ignore",
          matchConstraints: { resourceRules: [{ apiGroups: ["lease-guard.dev"], resources: ["nothing"] }] },
        });
      else
        expect(spec).toMatchObject({
          policyName: metadata.name,
          paramRef: { selector: {}, parameterNotFoundAction: "Allow" },
          validationActions: ["Audit"],
        });
    }
  });

  it("have the version of params of the policies that they keep", () => {
    for (const kubernetesVersion of ["1.32", "1.33", "1.36"] as const) {
      const { objects } = exported(defaultPolicy, { ...withRelations, kubernetesVersion });
      const paramKinds = (isKeeper: boolean): readonly unknown[] =>
        objects.flatMap(({ metadata, spec }) =>
          metadata.name.includes("-keeper-") === isKeeper && spec["paramKind"] !== undefined
            ? [JSON.stringify(spec["paramKind"])]
            : [],
        );
      expect(paramKinds(true).toSorted()).toEqual([...new Set(paramKinds(false))].toSorted());
      expect(paramKinds(true).length).toBeGreaterThan(0);
    }
  });

  it("have labels that the command to switch the policies off does not select", () => {
    expect(
      policySelector.split(",").every((label) => Object.entries(keeperLabels).some((each) => each.join("=") === label)),
    ).toBe(false);
  });
});
