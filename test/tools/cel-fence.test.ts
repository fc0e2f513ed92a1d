import { describe, expect, it } from "vitest";
import { oldestExportVersion } from "../../src/core/api/kubernetes-version.ts";
import { nodeNameKey, podNameKey } from "../../src/core/api/user-extra.ts";
import { defaultExport } from "../../src/export/default-export.ts";
import { fenceObjects } from "../../src/export/fence.ts";
import type { Fence } from "../../src/policy/fence.ts";
import { defaultAdministrators } from "../../src/policy/policy.ts";
import { type CelProgram, type CelWrite, evaluateCel } from "./evaluate-cel.ts";

const account = "system:serviceaccount:team-a:controller";
const base: Fence = {
  name: "a",
  lease: { namespace: "team-a", name: "leader" },
  serviceAccount: { namespace: "team-a", name: "controller" },
  identity: "POD_*",
  resources: ["configmaps"],
  deletes: false,
  mode: "deny",
};

/** The time of the write. The last renewal of the Lease was 5 seconds before it. */
const now = "2026-07-01T08:00:05Z";
const renewed = "2026-07-01T08:00:00.000000Z";
const runs = { holderIdentity: "b_1", leaseDurationSeconds: 15, renewTime: renewed };

/** A name of 70 characters, and the host name of its pod. */
const [longPod, longHost] = [`${"a".repeat(61)}.-${"b".repeat(7)}`, "a".repeat(61)];

interface Row {
  readonly fence?: Partial<Fence>;
  readonly spec?: object | null;
  readonly user?: object;
  readonly pod?: string | null;
  readonly node?: string;
  readonly times?: readonly (string | null)[] | null;
  readonly created?: string;
  readonly operation?: string;
}

function writeOf({
  spec = runs,
  user,
  pod = "a",
  node,
  times = [now],
  created,
  operation = "UPDATE",
}: Row): Omit<CelWrite, "program"> {
  const managedFields = times?.map((time) => ({ manager: "a", operation: "Update", ...(time !== null && { time }) }));
  const object = {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: {
      namespace: "team-a",
      name: "any",
      ...(created !== undefined && { creationTimestamp: created }),
      ...(managedFields && { managedFields }),
    },
  };
  const extra = { ...(pod !== null && { [podNameKey]: [pod] }), ...(node !== undefined && { [nodeNameKey]: [node] }) };
  return {
    operation,
    user: { username: account, groups: ["system:serviceaccounts", "system:authenticated"], extra, ...user },
    ...(operation !== "DELETE" && { object }),
    ...(operation !== "CREATE" && { oldObject: object }),
    params: [
      {
        apiVersion: "coordination.k8s.io/v1",
        kind: "Lease",
        metadata: { namespace: "team-a", name: "leader" },
        ...(spec && { spec }),
      },
    ],
  };
}

function programsOf(
  fence: Partial<Fence> = {},
  kubernetes: string,
): readonly [conditions: CelProgram, message: CelProgram] {
  const options = { ...defaultExport, kubernetesVersion: "1.36", now: new Date(0), version: "0.0.0" } as const;
  const [policy] = fenceObjects({ ...base, ...fence }, { administrators: defaultAdministrators }, options);
  const spec = policy?.spec as {
    readonly matchConditions: readonly { readonly expression: string }[];
    readonly validations: readonly [{ readonly messageExpression: string }];
  };
  const program = { kubernetes, hasParams: true, variables: [] };
  return [
    { ...program, expressions: spec.matchConditions.map(({ expression }) => expression) },
    { ...program, expressions: [`(${spec.validations[0].messageExpression}) == "${message}"`] },
  ];
}

const message =
  "must be written by the pod that leads: Lease team-a/leader names b_1, not pod a (fence a; to switch it off: kubectl delete validatingadmissionpolicybinding lease-guard-fence-a)";

const [pod, suffix, node]: readonly Partial<Fence>[] = [
  { identity: "POD" },
  { identity: "POD-controller" },
  { identity: "NODE_*" },
] as const;
const deletes = { deletes: true };
const second = (time: string): Row => ({ times: [time] });
const renewedAt = (renewTime: string | null): Row => ({ spec: { ...runs, renewTime } });

/** The writes that a fence denies. */
const denied: Readonly<Record<string, Row>> = {
  "another pod leads": {},
  "the pod that leads has a name that begins alike": { spec: { ...runs, holderIdentity: "ab_1" } },
  "another pod leads, and the object is new": { operation: "CREATE", created: now, times: null },
  "a new object with a time in the future": { operation: "CREATE", created: now, times: ["2027-01-01T00:00:00Z"] },
  "the last whole second of the term": second("2026-07-01T08:00:14Z"),
  "the fraction of the renewal is cut": {
    ...renewedAt("2026-07-01T07:59:50.999999Z"),
    times: ["2026-07-01T08:00:04Z"],
  },
  "the clock of the holder is a term ahead": renewedAt("2026-07-01T08:00:20.000000Z"),
  "older times of other writers": { times: ["2026-06-01T00:00:00Z", now, null] },
  "the identity is the pod": { fence: pod, spec: { ...runs, holderIdentity: "b" } },
  "the identity is the pod, and the name of this pod is longer": {
    fence: pod,
    spec: { ...runs, holderIdentity: "a" },
    pod: "ab",
  },
  "the host name of another pod": { pod: longPod, spec: { ...runs, holderIdentity: `${"c".repeat(61)}_1` } },
  "the identity has a suffix": { fence: suffix, spec: { ...runs, holderIdentity: "b-controller" } },
  "another node leads": { fence: node, node: "node-1", spec: { ...runs, holderIdentity: "node-2_1" } },
  "another node leads, with a name that begins alike": {
    fence: node,
    node: "node-1",
    spec: { ...runs, holderIdentity: "node-10_1" },
  },
  "another node leads, with a name like those of StatefulSets": {
    fence: node,
    node: "worker-1",
    pod: "web-6d4b8f7c9d-x2x4z",
    spec: { ...runs, holderIdentity: "worker-2.internal_1" },
  },
  // Its host name looks like that of another node, so the page requires equal names.
  "a node whose host name is not its name": {
    fence: node,
    node: "node-1",
    spec: { ...runs, holderIdentity: "ip-10-0-0-1_1" },
  },
  "a delete": { fence: deletes, operation: "DELETE" },
  "a delete after the term": { fence: deletes, operation: "DELETE", ...renewedAt("2020-01-01T00:00:00.000000Z") },
  "an update of a fence with deletes": { fence: deletes },
  "an update without a new time, of a fence with deletes": { fence: deletes, times: ["2026-06-01T00:00:00Z"] },
  "the first second of the term before the renewal": second("2026-07-01T07:59:45Z"),
  "another pod of the Deployment, after a rollout": {
    pod: "web-6d4b8f7c9d-x2x4z",
    spec: { ...runs, holderIdentity: "web-5c8d9f7b6d-b7b8c_1" },
  },
  "another pod of the DaemonSet": { fence: pod, pod: "web.a-x2x4z", spec: { ...runs, holderIdentity: "web.a-b7b8c" } },
  "another pod of the StatefulSet": {
    fence: suffix,
    pod: "db-0",
    spec: { ...runs, holderIdentity: "db-1-controller" },
  },
};

/** The writes that a fence allows. */
const allowed: Readonly<Record<string, Row>> = {
  "the pod leads": { spec: { ...runs, holderIdentity: "a_1" } },
  "the host name of the pod leads": { pod: longPod, spec: { ...runs, holderIdentity: `${longHost}_1` } },
  "the identity is the pod": { fence: pod, spec: { ...runs, holderIdentity: "a" } },
  "the identity is the host name": { fence: pod, pod: longPod, spec: { ...runs, holderIdentity: longHost } },
  "the identity has the suffix": { fence: suffix, spec: { ...runs, holderIdentity: "a-controller" } },
  "the node of the pod leads": {
    fence: node,
    node: "node-1.example.com",
    spec: { ...runs, holderIdentity: "node-1.example.com_1" },
  },
  "the first label of the node leads": {
    fence: node,
    node: "node-1.example.com",
    spec: { ...runs, holderIdentity: "node-1_1" },
  },
  "a pod of the workload instead of a node": {
    fence: node,
    node: "node-1",
    pod: "web-6d4b8f7c9d-x2x4z",
    spec: { ...runs, holderIdentity: "web-5c8d9f7b6d-b7b8c_1" },
  },
  "the pod of the writer instead of its node": {
    fence: node,
    node: "node-1",
    spec: { ...runs, holderIdentity: "a_1" },
  },
  "the host name of the writer instead of its node": {
    fence: node,
    node: "node-1",
    pod: longPod,
    spec: { ...runs, holderIdentity: `${longHost}_1` },
  },
  "no name before the rest": { fence: node, node: "node-1", spec: { ...runs, holderIdentity: "_1" } },
  "a host name with capitals": { fence: node, node: "node-1", spec: { ...runs, holderIdentity: "NODE-1_1" } },
  "the node of the pod with its domain": {
    fence: node,
    node: "node-1",
    spec: { ...runs, holderIdentity: "node-1.example.com_1" },
  },
  "the node of the pod with another domain": {
    fence: node,
    node: "node-1.internal",
    spec: { ...runs, holderIdentity: "node-1.example.com_1" },
  },
  "the node is unknown": { fence: node, spec: { ...runs, holderIdentity: "node-2_1" } },
  released: { spec: { holderIdentity: "", leaseDurationSeconds: 1, renewTime: renewed } },
  "no holder": { spec: { leaseDurationSeconds: 15, renewTime: renewed } },
  "an empty spec": { spec: {} },
  "no spec": { spec: null },
  "the first second after the term": second("2026-07-01T08:00:15Z"),
  "the second in which the term ends": { ...renewedAt("2026-07-01T07:59:50.999999Z"), times: ["2026-07-01T08:00:05Z"] },
  "the clock of the holder is 30 s behind": renewedAt("2026-07-01T07:59:30.000000Z"),
  "the clock of the holder is more than a term ahead": renewedAt("2026-07-01T08:00:21.000000Z"),
  "an update without a new time": { times: ["2026-07-01T07:59:44Z"] },
  "the name of a node": { spec: { ...runs, holderIdentity: "worker-1.internal_5cd0" } },
  "a name with dots, without more": { fence: pod, spec: { ...runs, holderIdentity: "worker-1.internal" } },
  "the name of a host with its domain": { spec: { ...runs, holderIdentity: "b.svc.ns.svc.cluster.local_5cd0" } },
  "a name with its namespace": { spec: { ...runs, holderIdentity: "ns/b_5cd0" } },
  "a name with its namespace and a suffix": { fence: suffix, spec: { ...runs, holderIdentity: "ns/b-controller" } },
  "only a suffix": { fence: suffix, spec: { ...runs, holderIdentity: "-controller" } },
  "the node of the writer": { node: "worker-1", spec: { ...runs, holderIdentity: "worker-1_5cd0" } },
  "the first label of the writer's node": { node: "b.internal", spec: { ...runs, holderIdentity: "b_5cd0" } },
  "another workload": { pod: "web-6d4b8f7c9d-x2x4z", spec: { ...runs, holderIdentity: "worker-1_5cd0" } },
  "another name than that of a pod": { fence: pod, pod: "db-0", spec: { ...runs, holderIdentity: "db-1-other" } },
  "no renewal": { spec: { holderIdentity: "b_1", leaseDurationSeconds: 15 } },
  "the zero time": renewedAt(null),
  "a year that CEL cannot read": renewedAt("0000-01-01T00:00:00.000000Z"),
  "no duration": { spec: { holderIdentity: "b_1", renewTime: "2026-07-01T08:00:05.000000Z" } },
  "a new object in the first second after the term": { operation: "CREATE", created: "2026-07-01T08:00:15Z" },
  "a new object without a time": { operation: "CREATE" },
  "no time of the write": { times: [null] },
  "no managedFields": { times: null },
  "empty managedFields": { times: [] },
  "a time in the future of another entry": { times: [now, "2027-01-01T00:00:00Z"] },
  "a random identity": { spec: { ...runs, holderIdentity: "0b5d0c2e-6f0c-4d0e-9a70-000000000000" } },
  "a random identity instead of the pod": {
    fence: pod,
    spec: { ...runs, holderIdentity: "0b5d0c2e-6f0c-4d0e-9a70-000000000000" },
  },
  "more than the pod": { fence: pod, spec: { ...runs, holderIdentity: "b_1" } },
  "another suffix": { fence: suffix, spec: { ...runs, holderIdentity: "b-other" } },
  "a token that is not bound to a pod": { pod: null },
  "an empty pod": { pod: "" },
  "no extra": { user: { extra: undefined } },
  "another account": { user: { username: "system:serviceaccount:team-a:other" } },
  "system:masters": { user: { username: "admin", groups: ["system:masters"] } },
  "the account as an administrator": { user: { groups: ["system:masters"] } },
  "the break-glass group": { user: { groups: ["lease-guard:break-glass"] } },
  "a delete by the pod that leads": { fence: deletes, operation: "DELETE", spec: { ...runs, holderIdentity: "a_1" } },
  "a delete of a released Lease": { fence: deletes, operation: "DELETE", spec: {} },
};

describe.each([oldestExportVersion, "1.36"])(
  "a fence in the engine of kube-apiserver, with the functions of %s",
  (version) => {
    const rows = [
      ...Object.entries(denied).map(([title, row]) => ({ title, row, isDenied: true })),
      ...Object.entries(allowed).map(([title, row]) => ({ title, row, isDenied: false })),
    ];
    const programs = rows.map(({ row }) => programsOf(row.fence, version)[0]);
    const output = evaluateCel(
      [...programs, programsOf({}, version)[1]],
      [...rows.map(({ row }, program) => ({ program, ...writeOf(row) })), { program: rows.length, ...writeOf({}) }],
    );

    it("compiles", () => expect(output.errors.flat()).toEqual([]));

    it.each(rows.map((row, index) => ({ ...row, index })))("denies $isDenied: $title", ({ isDenied, index }) => {
      const values = output.writes[index]?.values ?? [];
      expect(values.filter((value) => typeof value !== "boolean")).toEqual([]);
      expect(values.every((value) => value === true)).toBe(isDenied);
    });

    it("names the holder, the writer, and the way out", () => expect(output.writes.at(-1)?.values).toEqual([true]));

    it("costs little, even with many entries of managedFields", () => {
      const { writes } = evaluateCel(
        [programsOf({}, version)[0]],
        [
          { program: 0, ...writeOf({ times: Array.from({ length: 300 }, () => now) }) },
          { program: 0, ...writeOf({ spec: { ...runs, holderIdentity: "a_1" } }) },
        ],
      );
      expect(writes.map(({ values }) => values?.every(Boolean))).toEqual([true, false]);
      expect(writes[0]?.cost).toBeLessThan(50_000);
      expect(writes[1]?.cost).toBeLessThan(200);
    });
  },
);
