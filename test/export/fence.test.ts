import { describe, expect, it } from "vitest";
import { explainFences, isExported } from "../../src/export/explain-export.ts";
import { deleteOtherFences, fenceIn, fenceLabel, switchFencesOff } from "../../src/export/fence.ts";
import { keeperLabels } from "../../src/export/keeper.ts";
import type { AdmissionObject } from "../../src/export/objects.ts";
import type { Fence } from "../../src/policy/fence.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { exported, only } from "./exported.ts";

const fence: Fence = {
  name: "kyverno",
  lease: { namespace: "kyverno", name: "leader" },
  serviceAccount: { namespace: "kyverno", name: "controller" },
  identity: "POD_*",
  resources: ["widgets.example.com", "configmaps", "widgets.example.com/status"],
  deletes: false,
  mode: "warn",
};

function exportedFences(...fences: readonly Fence[]) {
  const all = exported({ ...only({}), fences }, { failsClosed: true });
  const isFence = ({ metadata: { name, labels } }: AdmissionObject): boolean =>
    fenceLabel in labels && !name.includes("-view-");
  return { ...all, fences: all.objects.filter(isFence) };
}

describe("an exported fence", () => {
  it("is one policy that always fails open, and one binding to the Lease", () => {
    const { fences } = exportedFences(fence);
    expect(fences).toMatchObject([
      {
        kind: "ValidatingAdmissionPolicy",
        metadata: { name: "lease-guard-fence-kyverno" },
        spec: {
          failurePolicy: "Ignore",
          paramKind: { apiVersion: "coordination.k8s.io/v1", kind: "Lease" },
          matchConstraints: {
            resourceRules: [
              {
                apiGroups: ["example.com"],
                operations: ["CREATE", "UPDATE"],
                resources: ["widgets", "widgets/status"],
                scope: "*",
              },
              { apiGroups: [""], operations: ["CREATE", "UPDATE"], resources: ["configmaps"], scope: "*" },
            ],
            objectSelector: {},
          },
          matchConditions: [{ name: "not-break-glass" }, { name: "another-pod-leads" }],
          validations: [{ expression: "false", reason: "Forbidden" }],
        },
      },
      {
        kind: "ValidatingAdmissionPolicyBinding",
        spec: {
          policyName: "lease-guard-fence-kyverno",
          paramRef: { namespace: "kyverno", name: "leader", parameterNotFoundAction: "Allow" },
          validationActions: ["Warn", "Audit"],
        },
      },
    ]);
  });

  it.each<readonly [string, Partial<Fence>, object, object]>([
    ["mode deny", { mode: "deny" }, {}, { validationActions: ["Deny", "Audit"] }],
    [
      "deletes",
      { deletes: true, resources: ["pods"] },
      { matchConstraints: { resourceRules: [{ operations: ["CREATE", "UPDATE", "DELETE"] }] } },
      {},
    ],
    [
      "a selector",
      { selector: { matchLabels: { app: "x" } } },
      { matchConstraints: { objectSelector: { matchLabels: { app: "x" } } } },
      {},
    ],
  ])("has %s", (_, change, policy, binding) => {
    expect(exportedFences({ ...fence, ...change }).fences.map(({ spec }) => spec)).toMatchObject([policy, binding]);
  });

  it("comes with a keeper that the command to switch fences off does not select", () => {
    const { objects } = exportedFences(fence);
    const keepers = objects.filter(({ metadata }) => metadata.name === "lease-guard-keeper-leases-v1");
    expect(keepers).toHaveLength(2);
    expect(switchFencesOff).toMatch(new RegExp(`-l ${fenceLabel}$`));
    for (const { metadata } of keepers) expect(metadata.labels).not.toHaveProperty([fenceLabel]);
    expect(keepers[0]?.metadata.labels).toMatchObject(keeperLabels);
    expect(exported(defaultPolicy).objects.some(({ metadata }) => metadata.name.includes("-keeper-"))).toBe(false);
  });

  it("has a label of its own, by which the command for removed fences keeps it", () => {
    const { fences } = exportedFences(fence, { ...fence, name: "b", resources: ["pods"] });
    expect(fences.map(({ metadata }) => metadata.labels[fenceLabel])).toEqual(["kyverno", "kyverno", "b", "b"]);
    const { objects } = exported({ ...only({}), fences: [fence] }, { name: "other" });
    const labels = objects.map(({ metadata }) => metadata.labels).filter((each) => fenceLabel in each);
    expect(labels.map((each) => each["lease-guard.dev/export"])).toEqual(["other", "other", "other", "other"]);
    expect(deleteOtherFences([fence, { name: "b" }], "lease-guard")).toBe(
      `kubectl delete validatingadmissionpolicybindings,validatingadmissionpolicies -l 'lease-guard.dev/export=lease-guard,${fenceLabel},${fenceLabel} notin (kyverno,b)'`,
    );
  });

  it("contains its settings", () => {
    const [policy, binding] = exportedFences(fence).fences;
    expect(fenceIn(policy)).toEqual(fence);
    expect(fenceIn(binding)).toBeUndefined();
  });

  it.each(["", "{", "null", "{}", JSON.stringify({ ...fence, lease: "a/b" })])(
    "with the settings %j is none",
    (text) => {
      const [policy] = exportedFences(fence).fences;
      const annotations = Object.fromEntries(
        Object.keys(policy?.metadata.annotations ?? {}).map((key) => [key, text] as const),
      );
      expect(fenceIn({ ...policy, metadata: { ...policy?.metadata, annotations } })).toBeUndefined();
    },
  );
});

it("explains the fence of an admission policy, which has no rules", () => {
  const { fences } = exportedFences(fence);
  const frame = { name: "lease-guard-fence-kyverno", failurePolicy: "Ignore", version: "1.2.3", isOlder: true };
  expect(explainFences(fences, "1.2.4")).toEqual([{ ...frame, fence }]);
  expect(fences.filter(isExported)).toEqual([]);
});
