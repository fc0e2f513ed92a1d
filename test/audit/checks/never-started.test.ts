import { describe, expect, it } from "vitest";
import { summarizeAudit } from "../../../src/audit/result.ts";
import { manifestObjects } from "../../../src/core/api/listed-objects.ts";
import { objectReader } from "../../../src/listing/object-reader.ts";
import { podElections } from "../../../src/listing/pod-elections.ts";
import { Pods } from "../../../src/listing/pods.ts";
import { findUnstarted, withMissingVerbs } from "../../../src/listing/unstarted.ts";
import { setMemberOf } from "../../../src/workload/object-set.ts";
import { tableFinder } from "../../../src/workload/table-finder.ts";
import { auditedAt, leaseBy, stamp } from "../../harness/audit-objects.ts";
import { podBy } from "../../harness/audit-pods.ts";
import { auditScene } from "../../harness/audit-scene.ts";
import { role, roleBinding, rule } from "../../harness/rbac-objects.ts";

interface Program {
  readonly name?: string;
  readonly image?: string;
  readonly args?: readonly string[];
  readonly env?: readonly object[];
  readonly controller?: string;
  readonly isReady?: boolean;
  /** The seconds for which the pod is ready. */
  readonly seconds?: number;
  readonly mountPath?: string;
}

/** Returns a pod of a program with an election, whose Lease is team-a/external-secrets-controller. */
function program({
  name = "controller-6d4b8f7c9d-b7b8c",
  image = "ghcr.io/external-secrets/external-secrets:v1.1.0",
  args = ["--enable-leader-election=true"],
  env,
  controller,
  isReady = true,
  seconds = 300,
  mountPath = "/var/run/secrets/kubernetes.io/serviceaccount",
}: Program = {}): object {
  const containers = [{ name: "main", image, args, env, volumeMounts: [{ name: "kube-api-access", mountPath }] }];
  const pod = podBy({
    name,
    ...(controller !== undefined && { controller }),
    spec: { containers, serviceAccountName: "elector" },
  });
  const ready = { type: "Ready", status: isReady ? "True" : "False", lastTransitionTime: stamp(-seconds) };
  return { ...pod, status: { phase: "Running", conditions: [ready] } };
}

const lock = { name: "external-secrets-controller" };
const other = leaseBy({ name: "other", holder: "someone", renewed: -1 });
/** A Lease that a chart created, and that no client has written. */
const free = {
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: { namespace: "team-a", ...lock, creationTimestamp: stamp(-86_400) },
  spec: {},
};

interface Scene {
  readonly pods?: readonly object[];
  readonly leases?: readonly object[];
  /** The roles and bindings of the cluster. Without them, they could not be read. */
  readonly grants?: readonly object[];
  readonly isServerTime?: boolean;
  readonly namespace?: string;
}

async function audited({ pods = [program()], leases = [other], grants, isServerTime = true, namespace }: Scene) {
  const findProgram = tableFinder();
  const running = new Pods(findProgram);
  for (const pod of pods) running.add(pod);
  const read = objectReader({ rules: undefined, now: auditedAt, candidates: [] });
  const { objects } = read(manifestObjects({ kind: "List", items: leases }).objects);
  const listing = { readAt: auditedAt, isServerTime, objects };
  const { elections } = await podElections(running, findProgram);
  const found = findUnstarted({ listing, pods: running, podElections: elections, namespace });
  const members = grants?.flatMap((each) => setMemberOf(each) ?? []);
  const unstarted = members === undefined ? found : withMissingVerbs(found, members);
  return auditScene({ objects: leases, pods, isServerTime, unstarted }).result;
}

const all = rule("get", "create", "update");

describe("audit/never-started", () => {
  it.each<[string, Scene, string, RegExp]>([
    [
      "no Lease and no rights",
      { grants: [] },
      "error",
      /^the Lease does not exist, although a pod of team-a\/controller elects a leader with it and has been ready for 5m, because the ServiceAccount team-a\/elector may not get, create, and update Leases in team-a: bind a Role with these verbs in this namespace$/,
    ],
    [
      "no right to create",
      { grants: [role([rule("get", "update")]), roleBinding()] },
      "error",
      /may not create Leases/,
    ],
    [
      "a Role in another namespace",
      {
        grants: [role([all], { namespace: "team-b" }), roleBinding({ namespace: "team-b" })],
      },
      "error",
      /may not get, create, and update Leases in team-a/,
    ],
    [
      "a lock in another namespace than the Role",
      {
        pods: [
          program({
            image: "registry.k8s.io/autoscaling/cluster-autoscaler:v1.36.1",
            args: ["--namespace=kube-system"],
          }),
        ],
        grants: [role([all]), roleBinding()],
      },
      "error",
      /Leases in kube-system: /,
    ],
    [
      "a Lease that no client has ever held",
      { leases: [free], grants: [] },
      "error",
      /^no client has ever held the Lease, /,
    ],
    [
      "rights that are not known",
      {},
      "warning",
      /: read the log of its pods; it is not known whether the ServiceAccount team-a\/elector may do so$/,
    ],
    [
      "all rights",
      { grants: [role([all]), roleBinding()] },
      "warning",
      /; RBAC lets the ServiceAccount team-a\/elector do so$/,
    ],
    ["a file with Leases of the namespace", { isServerTime: false }, "warning", /^the Lease does not exist/],
    ["the namespace of the Lease only", { namespace: "team-a" }, "warning", /^the Lease does not exist/],
    [
      "two pods, of which one has just started",
      { pods: [program(), program({ name: "controller-6d4b8f7c9d-x2x4z", seconds: 5 })] },
      "warning",
      /ready for 5m/,
    ],
  ])("reports %s", async (_, scene, severity, message) => {
    const { objects } = await audited(scene);
    const found = objects.filter(({ findings }) => findings.length > 0);
    expect(found).toMatchObject([
      {
        kind: "Lease",
        findings: [{ origin: "audit/never-started", severity, message: expect.stringMatching(message) }],
        election: { state: "leaderless" },
      },
    ]);
  });

  it.each<[string, Scene]>([
    ["a Lease that a client holds", { leases: [leaseBy({ ...lock, holder: "someone" })] }],
    ["a Lease that a client held", { leases: [leaseBy({ ...lock, holder: "", seconds: 1, renewed: -10 })] }],
    ["an election that is off", { pods: [program({ args: [] })] }],
    [
      "a switch from a Secret",
      {
        pods: [
          program({ args: ["$(ARGS)"], env: [{ name: "ARGS", valueFrom: { secretKeyRef: { name: "a", key: "b" } } }] }),
        ],
      },
    ],
    ["a pod that has just become ready", { pods: [program({ seconds: 59 })] }],
    ["a pod that is not ready", { pods: [program({ isReady: false })] }],
    ["a pod of a Job", { pods: [program({ controller: "Job/controller" })] }],
    ["a program that is not in the table", { pods: [program({ image: "example/external-secret:v1" })] }],
    [
      "a program for another cluster",
      { pods: [program({ args: ["--enable-leader-election", "--kubeconfig=/etc/remote"] })] },
    ],
    ["a variable for another cluster", { pods: [program({ env: [{ name: "KUBECONFIG", value: "/etc/remote" }] })] }],
    ["a pod without a token", { pods: [program({ mountPath: "/tmp" })] }],
    [
      "a pod that holds another Lease",
      { leases: [leaseBy({ name: "older-lock", holder: "controller-6d4b8f7c9d-b7b8c" })] },
    ],
    [
      "a file without Leases of the namespace",
      { leases: [leaseBy({ namespace: "team-b", holder: "someone" })], isServerTime: false },
    ],
    ["the Leases of another namespace only", { namespace: "team-b" }],
  ])("is silent about %s", async (_, scene) => {
    const { objects } = await audited({ ...scene, grants: [] });
    expect(
      objects.flatMap(({ findings }) => findings).filter(({ origin }) => origin === "audit/never-started"),
    ).toEqual([]);
  });

  it("shows a row with the workload, and counts only the Leases that exist", async () => {
    const result = await audited({});
    const { objects } = result;
    expect(summarizeAudit(result).leases).toBe(1);
    expect(objects[0]?.election).toMatchObject({ workload: "team-a/controller", ready: 1, running: 1 });
    expect(objects.map(({ name, isMissing }) => [name, isMissing])).toEqual([
      [lock.name, true],
      ["other", undefined],
    ]);
  });
});
