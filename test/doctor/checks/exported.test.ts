import { expect, test } from "vitest";
import { property } from "../../../src/core/api/json-object.ts";
import { defaultExport } from "../../../src/export/default-export.ts";
import { exportPolicy } from "../../../src/export/export-policy.ts";
import type { ExportOptions } from "../../../src/export/objects.ts";
import { decodePolicy } from "../../../src/policy/file/decode-policy.ts";
import { defaultPolicy, type Policy } from "../../../src/policy/policy.ts";
import { rules } from "../../../src/rules/index.ts";
import type { Changeable, DoctorCluster } from "../../harness/doctor-cluster.ts";
import { learnedPolicy } from "../../harness/learned-policy.ts";
import { diagnosed, policyOf, testPlanted } from "../../harness/planted.ts";

const settings = { ...defaultExport, kubernetesVersion: "1.36" } as const;

/** Returns a function that adds exported policies to a cluster, and then applies a change. */
const exportedWith = (changes: Partial<ExportOptions>, policy: Policy = defaultPolicy) => {
  const { objects } = exportPolicy(policy, { ...settings, now: new Date(0), version: "0.1.0", ...changes });
  return (change: (cluster: DoctorCluster) => void = () => undefined) =>
    (cluster: DoctorCluster): void => {
      for (const object of objects) cluster.add(structuredClone(object) as unknown as Changeable);
      change(cluster);
    };
};
const [exported, exportedWithRelations] = [exportedWith({}), exportedWith({ hasRelations: true })];

/** A policy of a fence without rules, so that only the fence is exported. */
const fenced: Policy = {
  ...defaultPolicy,
  rules: new Map(rules.map(({ id }) => [id, { mode: "off" }])),
  fences: [
    {
      ...{ name: "a", lease: { namespace: "team-a", name: "leader" }, identity: "POD_*", mode: "deny" },
      ...{ serviceAccount: { namespace: "team-a", name: "controller" }, resources: ["configmaps"], deletes: false },
    },
  ],
};
const exportedFence = exportedWith({}, fenced);

function removeKeepers(cluster: DoctorCluster): void {
  const isKeeper = ({ metadata }: Changeable): boolean => String(property(metadata, "name")).includes("-keeper-");
  for (const object of cluster.objects.filter(isKeeper)) cluster.objects.splice(cluster.objects.indexOf(object), 1);
}

const policyKind = "ValidatingAdmissionPolicy";
const observing: Policy = { ...defaultPolicy, profile: "observe" };

/** A policy whose dates have passed, and the same policy as text. */
const dated: Policy = {
  ...defaultPolicy,
  rules: new Map([["lease/holder-kept-until-expiry", { mode: "deny", warnUntil: new Date("2026-06-01T00:00:00Z") }]]),
  exemptions: [
    {
      rules: ["lease/renew-time-kept"],
      match: { namespaces: ["team-b"] },
      reason: "a bug",
      owner: "team-b",
      expires: new Date("2026-05-01T00:00:00Z"),
    },
  ],
};
const datedText = `rules:
  lease/holder-kept-until-expiry: { mode: deny, warnUntil: 2026-06-01T00:00:00Z }
exemptions:
  - { rules: [lease/renew-time-kept], match: { namespaces: [team-b] }, reason: a bug, owner: team-b, expires: 2026-05-01T00:00:00Z }
`;

/** A policy with so many scopes that its exports list only the number of the parameters of a rule. */
const learned = learnedPolicy(1000);

/** The same rules, and of the others only one of updates. */
const fewRules = {
  ...Object.fromEntries(rules.filter(({ tier }) => tier !== "api").map(({ id }) => [id, { mode: "off" }])),
  ...learned.rules,
  "lease/renew-time-not-decreasing": { mode: "deny" },
};

/** Returns a function that sets the policy of a cluster, and adds its export. */
function exportedOf(document: object, changes: Partial<ExportOptions> = {}): (cluster: DoctorCluster) => void {
  const decoded = decodePolicy(document);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.error));
  return exportedWith(
    changes,
    decoded.value,
  )((cluster) => cluster.set("ConfigMap", ["data", "policy.yaml"], JSON.stringify(document)));
}

/** Adds the values that kube-apiserver sets in the objects that it stores. */
function stored(cluster: DoctorCluster): void {
  for (const { kind, spec } of cluster.objects) {
    if (kind !== policyKind) continue;
    Object.assign(property(spec, "matchConstraints") as Changeable, {
      matchPolicy: "Equivalent",
      namespaceSelector: {},
      objectSelector: {},
    });
  }
}

test.each<[string, (cluster: DoctorCluster) => void]>([
  ["for the oldest Kubernetes", exportedWith({ kubernetesVersion: "1.30", hasRelations: true })()],
  ["that fail closed", exportedWith({ failsClosed: true })()],
  ["with another name", exportedWith({ name: "guard" })()],
  ["with the defaults of kube-apiserver", exported(stored)],
  ...["2026-04-01", "2026-05-15", "2026-06-15"].map((day): [string, (cluster: DoctorCluster) => void] => [
    `of a policy with dates, exported on ${day}`,
    exportedWith({ now: new Date(day) }, dated)(policyOf(datedText)),
  ]),
  ["of many scopes", exportedOf(learned)],
  ["of many scopes, with --split", exportedOf(learned, { isSplit: true })],
  ["of many scopes, without other rules of creates", exportedOf({ ...learned, rules: fewRules })],
  [
    "of a policy without the rules of --deny",
    exported((cluster) => {
      const args = cluster.find("Deployment") as unknown as {
        spec: { template: { spec: { containers: [{ args: string[] }] } } };
      };
      args.spec.template.spec.containers[0].args.push("--deny=lease/holder-kept-until-expiry");
    }),
  ],
])("exported policies %s differ from no export", (_, plant) => {
  const { checks, findings } = diagnosed({ plant });
  expect(findings.filter(({ id }) => id.startsWith("doctor/exported-"))).toEqual([]);
  expect(checks.find(({ id }) => id === "doctor/exported-policies-of-policy")).toMatchObject({ reasons: [] });
});

test("without the Deployment, the policy of the webhook is unknown, and edits are not", () => {
  const plant = exported((cluster) => {
    for (const kind of ["ValidatingWebhookConfiguration", "Deployment"] as const) cluster.remove(kind);
    cluster.set(policyKind, ["spec", "matchConditions", 0, "expression"], "false");
  });
  const { findings, checks } = diagnosed({ plant });
  expect(findings.map(({ id, field }) => [id, field])).toEqual([
    ["doctor/exported-policies-unedited", "spec.matchConditions[0].expression"],
  ]);
  expect(checks.find(({ id }) => id === "doctor/exported-policies-of-policy")?.status).toBe("unknown");
});

test.each([
  ["", exported],
  ["with relation rules and their keepers ", exportedWithRelations],
])("exported policies %shave no finding", (_, plant) => {
  const { findings, checks } = diagnosed({ plant: plant() });
  expect(findings).toEqual([]);
  expect(checks.filter(({ id }) => id.startsWith("doctor/exported-"))).toHaveLength(6);
});

/** Returns a Lease with a holder, and with these managedFields. */
const lease = (managedFields: readonly object[], holderIdentity = "controller-1"): Changeable => ({
  kind: "Lease",
  metadata: { namespace: "team-a", name: "bare", managedFields },
  spec: { holderIdentity, leaseDurationSeconds: 60 },
});

test("without exported policies, a Lease without managedFields has no finding", () => {
  expect(diagnosed({ plant: (cluster) => cluster.add(lease([])) }).findings).toEqual([]);
});

test("a Lease with managedFields, and a Lease without a holder, have no finding", () => {
  const plant = exported((cluster) => {
    for (const object of [lease([{ manager: "controller" }]), lease([], "")]) cluster.add(object);
  });
  expect(diagnosed({ plant }).findings).toEqual([]);
});

test("exported policies replace the webhook", () => {
  const plant = exported((cluster) => {
    for (const kind of ["ValidatingWebhookConfiguration", "Deployment"] as const) cluster.remove(kind);
  });
  expect(diagnosed({ plant }).findings).toEqual([]);
});

testPlanted({
  "an older version exported them": {
    plant: exported((cluster) =>
      cluster.set("ValidatingAdmissionPolicy", ["metadata", "annotations", "lease-guard.dev/version"], "0.0.9"),
    ),
    finds: ["doctor/exported-policies-current", "warning", "metadata.annotations[lease-guard.dev/version]"],
    says: "version 0.0.9",
  },
  "a validation was removed": {
    plant: exported((cluster) => cluster.set("ValidatingAdmissionPolicy", ["spec", "validations"], [])),
    finds: ["doctor/exported-policies-unedited", "warning", "spec.validations"],
  },
  "a match condition is false": {
    plant: exported((cluster) => cluster.set(policyKind, ["spec", "matchConditions", 0, "expression"], "false")),
    finds: ["doctor/exported-policies-unedited", "warning", "spec.matchConditions[0].expression"],
  },
  "a match condition is false beside its expression": {
    plant: exported((cluster) => {
      const path = ["spec", "matchConditions", 1, "expression"];
      const conditions = property(cluster.find(policyKind)["spec"], "matchConditions") as readonly Changeable[];
      cluster.set(policyKind, path, `false && (${String(conditions[1]?.["expression"])})`);
    }),
    finds: ["doctor/exported-policies-unedited", "warning", "spec.matchConditions[1].expression"],
  },
  "a match condition was added": {
    plant: exported((cluster) => {
      const conditions = property(cluster.find(policyKind)["spec"], "matchConditions") as Changeable[];
      conditions.push({ name: "not-mine", expression: "request.namespace != 'team-a'" });
    }),
    finds: ["doctor/exported-policies-unedited", "warning", "spec.matchConditions[2]"],
  },
  "the operations were narrowed": {
    plant: exported((cluster) =>
      cluster.set(policyKind, ["spec", "matchConstraints", "resourceRules", 0, "operations"], ["DELETE"]),
    ),
    finds: ["doctor/exported-policies-unedited", "warning", "spec.matchConstraints.resourceRules[0].operations"],
  },
  "a namespaceSelector was added": {
    plant: exported((cluster) =>
      cluster.set(policyKind, ["spec", "matchConstraints", "namespaceSelector"], { matchLabels: { team: "a" } }),
    ),
    finds: ["doctor/exported-policies-unedited", "warning", "spec.matchConstraints.namespaceSelector.matchLabels"],
  },
  "a validation is true": {
    plant: exported((cluster) => cluster.set(policyKind, ["spec", "validations", 2, "expression"], "true")),
    finds: ["doctor/exported-policies-unedited", "warning", "spec.validations[2].expression"],
  },
  "a validation has another expression": {
    plant: exported((cluster) =>
      cluster.set(policyKind, ["spec", "validations", 0, "expression"], "object.metadata.name != 'x'"),
    ),
    finds: ["doctor/exported-policies-of-policy", "warning", "spec.validations[0].expression"],
    says: "export of ConfigMap lease-guard/lease-guard-policy",
  },
  "the ConfigMap has another profile": {
    plant: exported(policyOf("profile: observe\n")),
    finds: ["doctor/exported-policies-of-policy", "warning", ""],
    says: "must not exist",
  },
  "the export of a policy that only observes": {
    plant: exportedWith({}, observing)(),
    finds: ["doctor/exported-policies-of-policy", "warning", ""],
  },
  "one of two policies was not applied": {
    plant: exported((cluster) => {
      const isLast = ({ metadata }: Changeable): boolean =>
        property(metadata, "name") === "lease-guard-leasecandidates-warn";
      for (const object of cluster.objects.filter(isLast)) cluster.objects.splice(cluster.objects.indexOf(object), 1);
    }),
    finds: ["doctor/exported-policies-of-policy", "warning", ""],
    says: "lease-guard-leasecandidates-warn must exist",
  },
  "the bindings were deleted": {
    plant: exported((cluster) => cluster.remove("ValidatingAdmissionPolicyBinding")),
    finds: ["doctor/exported-policies-bound", "error", ""],
  },
  "the policies of the bindings were deleted": {
    plant: exported((cluster) => {
      for (const object of cluster.objects.filter(({ kind }) => kind === "ValidatingAdmissionPolicy").slice(1))
        cluster.objects.splice(cluster.objects.indexOf(object), 1);
    }),
    finds: ["doctor/exported-policies-bound", "warning", "spec.policyName"],
  },
  "the keepers were deleted": {
    plant: exportedWithRelations(removeKeepers),
    finds: ["doctor/exported-policies-kept", "warning", "spec.paramKind"],
  },
  "the keeper of a fence was deleted": {
    plant: exportedFence(removeKeepers),
    finds: ["doctor/exported-policies-kept", "warning", "spec.paramKind"],
  },
  "a held Lease has no managedFields": {
    plant: exported((cluster) => cluster.add(lease([]))),
    finds: ["doctor/held-leases-tracked", "warning", "metadata.managedFields"],
  },
  "a binding selects no namespace": {
    plant: exported((cluster) =>
      cluster.set("ValidatingAdmissionPolicyBinding", ["spec", "matchResources"], {
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "nowhere", team: "b" } },
        resourceRules: [{ apiGroups: [""], apiVersions: ["*"], operations: ["*"], resources: ["pods"] }],
      }),
    ),
    finds: ["doctor/exported-policies-act", "warning", "spec.matchResources"],
  },
  "a binding does not act": {
    plant: exported((cluster) =>
      cluster.set("ValidatingAdmissionPolicyBinding", ["spec", "validationActions"], ["Audit"]),
    ),
    finds: ["doctor/exported-policies-act", "warning", "spec.validationActions"],
  },
});
