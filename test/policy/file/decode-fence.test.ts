import { describe, expect, it } from "vitest";
import type { Fence } from "../../../src/policy/fence.ts";
import { decodePolicy } from "../../../src/policy/file/decode-policy.ts";
import { readPolicy } from "../../../src/policy/file/read-policy.ts";
import { asFile, diagnosticLine, errorsOf, head, validPolicy } from "./policy-texts.ts";

const entry = {
  name: "kyverno",
  lease: "kyverno/leader",
  serviceAccount: "kyverno/controller",
  identity: "POD_*",
  resources: ["configmaps", "widgets.example.com/status"],
};
const decoded: Fence = {
  ...entry,
  lease: { namespace: "kyverno", name: "leader" },
  serviceAccount: { namespace: "kyverno", name: "controller" },
  deletes: false,
  mode: "warn",
};
type Change = Readonly<Record<string, unknown>>;
const policyOf = (...changes: readonly Change[]) => ({
  apiVersion: "lease-guard.dev/v1alpha1",
  kind: "Policy",
  fences: changes.map((change) => ({ ...entry, ...change })),
});

/** Returns a line for each error of the fences with these changes. */
function errors(changes: readonly Change[]): readonly string[] {
  const policy = readPolicy(asFile(JSON.stringify(policyOf(...changes))));
  return policy.ok ? [] : policy.error.map((error) => diagnosticLine(error).replace(/^\S+ /, ""));
}

describe("fences", () => {
  it.each<readonly [string, Change, Partial<Fence>]>([
    ["have defaults", {}, {}],
    ["keep what is set", { deletes: true, mode: "deny" }, { deletes: true, mode: "deny" }],
    ["have a selector", { selector: { matchLabels: { app: "x" } } }, { selector: { matchLabels: { app: "x" } } }],
  ])("%s", (_, change, fence) => {
    expect(decodePolicy(policyOf(change))).toMatchObject({ ok: true, value: { fences: [{ ...decoded, ...fence }] } });
  });

  it.each<readonly [string, unknown]>([
    ["absent", undefined],
    ["null", null],
    ["empty", []],
  ])("can be %s", (_, fences) => {
    expect(decodePolicy({ ...policyOf(), fences })).toMatchObject({ ok: true, value: { fences: [] } });
  });

  const other = { name: "other", resources: ["secrets"] };
  it.each<readonly [string, readonly Change[]]>([
    ["of two resources", [{}, other]],
    ["of one resource, with different accounts", [{}, { name: "b", serviceAccount: "kyverno/other" }]],
    [
      "of one resource, with different values of a label",
      [
        { selector: { matchLabels: { shard: "a" } } },
        { name: "b", selector: { matchLabels: { shard: "b" } } },
        { name: "c", selector: { matchExpressions: [{ key: "shard", operator: "In", values: ["c", "d"] }] } },
      ],
    ],
    ["of a resource and its subresource", [{ resources: ["pods"] }, { name: "b", resources: ["pods/status"] }]],
    ["with a suffix", [{ identity: "POD-external-cert-manager-controller" }]],
    ["on the network of the node", [{ identity: "NODE_*" }]],
    ["with an operator without values", [{ selector: { matchExpressions: [{ key: "a", operator: "Exists" }] } }]],
  ])("%s are valid", (_, changes) => expect(errors(changes)).toEqual([]));

  const wrong: Readonly<Record<string, readonly [readonly Change[], ...string[]]>> = {
    "nothing but a name": [
      [{ lease: undefined, serviceAccount: undefined, identity: undefined, resources: undefined }],
      "fences[0].lease: Required value: must be the Lease of the election: NAMESPACE/NAME",
      "fences[0].serviceAccount: Required value: must be the service account of the replicas: NAMESPACE/NAME",
      "fences[0].identity: Required value: must be the form of the holder identity: POD, POD_*, POD with a fixed suffix, or NODE_*",
      "fences[0].resources: Required value: must list the resources that only the leader writes",
    ],
    "a date": [
      [{ mode: "deny", warnUntil: "2027-01-01" }],
      "fences[0].warnUntil: Forbidden: a date must not deny writes: set mode: warn, and change it to deny when no write causes a warning",
    ],
    "a mode of rules": [
      [{ mode: "audit" }],
      'fences[0].mode: Unsupported value: "audit": supported values: "warn", "deny"',
    ],
    "no resource": [[{ resources: [] }], "fences[0].resources: Invalid value: […]: must not be empty"],
    "a random identity": [
      [{ identity: "UUID" }],
      'fences[0].identity: Invalid value: "UUID": must be POD, POD_*, POD with a fixed suffix, or NODE_*, because a random identity does not name the pod that leads',
    ],
    "a UUID after the pod": [
      [{ identity: "POD_UUID" }],
      'fences[0].identity: Invalid value: "POD_UUID": must be POD_*, or POD with a suffix that is the same for all pods and does not begin with _, because a UUID differs between pods',
    ],
    "the user of a service account": [
      [{ serviceAccount: "system:serviceaccount:team-a:c" }],
      'fences[0].serviceAccount: Invalid value: "system:serviceaccount:team-a:c": must be NAMESPACE/NAME of a service account, not the name of its user',
    ],
    LeaseCandidates: [
      [{ resources: ["leasecandidates.coordination.k8s.io"] }],
      'fences[0].resources[0]: Invalid value: "leasecandidates.coordination.k8s.io": must not be a resource of coordination.k8s.io, because replicas that do not lead must write it',
    ],
    "a version": [
      [{ resources: ["deployments.v1.apps", "widgets.example.com/v1beta1", "pods.v1"] }],
      ...["deployments.v1.apps", "widgets.example.com/v1beta1", "pods.v1"].map(
        (resource, index) =>
          `fences[0].resources[${index}]: Invalid value: "${resource}": must be RESOURCE, RESOURCE.GROUP, or RESOURCE.GROUP/SUBRESOURCE without a version, because a fence applies to all versions`,
      ),
    ],
    "a user with a client certificate": [
      [{ serviceAccount: "system:kube-scheduler" }],
      'fences[0].serviceAccount: Invalid value: "system:kube-scheduler": must be NAMESPACE/NAME of a service account, because a user with a client certificate has no pod',
    ],
    "an account without bound tokens": [
      [{ serviceAccount: "kube-system/generic-garbage-collector" }],
      'fences[0].serviceAccount: Invalid value: "kube-system/generic-garbage-collector": must be the service account of pods, because kube-controller-manager uses tokens that name no pod',
    ],
    "the Lease of a control plane component": [
      [{ lease: "kube-system/kube-scheduler" }],
      'fences[0].lease: Invalid value: "kube-system/kube-scheduler": must not belong to a control plane component, whose credentials name no pod',
    ],
    "names without a namespace": [
      [{ lease: "leader", serviceAccount: "a/b/c" }],
      'fences[0].lease: Invalid value: "leader": must be NAMESPACE/NAME of a Lease',
      'fences[0].serviceAccount: Invalid value: "a/b/c": must be NAMESPACE/NAME of a service account',
    ],
    Leases: [
      [{ resources: ["leases.coordination.k8s.io"] }],
      'fences[0].resources[0]: Invalid value: "leases.coordination.k8s.io": must not be the resource of Leases, because the next leader must be able to take the Lease',
    ],
    "resources that no fence can guard": [
      [
        {
          resources: [
            ...["leases", "widgets", "events", "tokenreviews.authentication.k8s.io", "pods/exec"],
            ...["deployments.apps/scale", "mutatingadmissionpolicies.admissionregistration.k8s.io"],
          ],
        },
      ],
      'fences[0].resources[0]: Invalid value: "leases": must not be the resource of Leases, because the next leader must be able to take the Lease',
      'fences[0].resources[1]: Invalid value: "widgets": must be RESOURCE.GROUP, because the core group has no such resource',
      'fences[0].resources[2]: Invalid value: "events": must be a resource whose objects only the leader writes, and that kube-apiserver stores',
      'fences[0].resources[3]: Invalid value: "tokenreviews.authentication.k8s.io": must be a resource whose objects only the leader writes, and that kube-apiserver stores',
      'fences[0].resources[4]: Invalid value: "pods/exec": must not be a subresource whose requests have no time of the write',
      'fences[0].resources[5]: Invalid value: "deployments.apps/scale": must not be a subresource whose requests have no time of the write',
      'fences[0].resources[6]: Invalid value: "mutatingadmissionpolicies.admissionregistration.k8s.io": must not be a resource that kube-apiserver exempts from admission policies',
    ],
    patterns: [
      [{ resources: ["*", "pods/*"] }],
      'fences[0].resources[0]: Invalid value: "*": must be RESOURCE, RESOURCE.GROUP, or RESOURCE.GROUP/SUBRESOURCE in lower case, without patterns',
      'fences[0].resources[1]: Invalid value: "pods/*": must be RESOURCE, RESOURCE.GROUP, or RESOURCE.GROUP/SUBRESOURCE in lower case, without patterns',
    ],
    "one resource twice": [
      [{ resources: ["pods", "pods"] }],
      'fences[0].resources[1]: Invalid value: "pods": must not be listed twice',
    ],
    "the name of another fence": [
      [{}, { ...other, name: "kyverno" }],
      'fences[1].name: Invalid value: "kyverno": must not be the name of another fence',
    ],
    "a name that is no label": [[{ name: "a.b" }], 'fences[0].name: Invalid value: "a.b": must not contain dots'],
    "a resource of another fence": [
      [{}, { name: "b", lease: "kyverno/second", resources: ["secrets", "configmaps"] }],
      'fences[1].resources[1]: Invalid value: "configmaps": must not also be in the fence kyverno: the pods of one account can lead only one of the two elections, unless the selectors require different values of one label',
    ],
    "selectors that can match one object": [
      [
        { resources: ["pods"], selector: { matchLabels: { app: "x", shard: "a" } } },
        {
          name: "b",
          resources: ["pods"],
          selector: { matchExpressions: [{ key: "shard", operator: "NotIn", values: ["a"] }] },
        },
      ],
      'fences[1].resources[0]: Invalid value: "pods": must not also be in the fence kyverno: the pods of one account can lead only one of the two elections, unless the selectors require different values of one label',
    ],
    "a selector with a wrong value": [
      [{ selector: { matchLabels: { app: "a b" } } }],
      "fences[0].selector: Invalid value: {…}: a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
    "an operator without values": [
      [{ selector: { matchExpressions: [{ key: "a", operator: "In" }] } }],
      "fences[0].selector: Invalid value: {…}: must have values for In and NotIn, and no values for Exists and DoesNotExist",
    ],
  };
  it.each(Object.entries(wrong))("must not have %s", (_, [changes, ...said]) => expect(errors(changes)).toEqual(said));

  it("of several files are together", () => {
    const texts = (second: Change) => ({
      "a.yaml": `${head}fences: [${JSON.stringify(entry)}]`,
      "b.yaml": `${head}profile: strict\nfences:\n- ${JSON.stringify({ ...entry, ...second })}`,
    });
    const { policy, locate } = validPolicy(texts(other));
    expect(policy.fences.map(({ name }) => name)).toEqual(["kyverno", "other"]);
    expect(locate(["fences", 1, "lease"])).toMatchObject({ file: "b.yaml", line: 5, field: "fences[0].lease" });
    expect(errorsOf(texts({ name: "b", identity: "*" }))).toEqual([
      'b.yaml:5:89 fences[0].identity: Invalid value: "*": must be POD, POD_*, POD with a fixed suffix, or NODE_*, because a random identity does not name the pod that leads',
      'b.yaml:5:106 fences[0].resources[0]: Invalid value: "configmaps": must not also be in the fence kyverno: the pods of one account can lead only one of the two elections, unless the selectors require different values of one label',
      'b.yaml:5:119 fences[0].resources[1]: Invalid value: "widgets.example.com/status": must not also be in the fence kyverno: the pods of one account can lead only one of the two elections, unless the selectors require different values of one label',
    ]);
  });

  it("of an administrator have no effect, and cause a warning", () => {
    const warningsOf = (...users: readonly string[]) => {
      const policy = readPolicy(asFile(JSON.stringify({ ...policyOf({}), administrators: { users } })));
      return policy.ok ? policy.value.warnings(new Date(0)).map(({ field, message }) => `${field} ${message}`) : [];
    };
    expect(warningsOf("system:serviceaccount:kyverno:*")).toEqual([
      "fences[0].serviceAccount must not be an administrator: the fence has no effect on administrators",
    ]);
    expect(warningsOf("jane")).toEqual([]);
  });
});
