import { expect, it } from "vitest";
import { podOf } from "../../src/listing/holder.ts";
import { Pods } from "../../src/listing/pods.ts";
import { uuid } from "../harness/audit-objects.ts";

const pods = new Pods();
const add = (namespace: string, name: string, spec: object = {}, metadata: object = {}): void =>
  void pods.add({ metadata: { namespace, name, ...metadata }, spec, status: { phase: "Running" } });
add("team-a", "web-0");
add("team-b", "web-0");
add("team-a", "controller-6d4b8f7c9d-x2x4z");
add("team-b", "other-6d4b8f7c9d-x2x4z");
add("team-b", "twice-6d4b8f7c9d-x2x4z");
add("team-c", "twice-6d4b8f7c9d-x2x4z");
add("team-b", "db-0");
add(
  "kube-system",
  "kube-scheduler-cp-1",
  { nodeName: "cp-1", hostNetwork: true },
  {
    ownerReferences: [{ kind: "Node", name: "cp-1", controller: true }],
  },
);
add("net", "agent-abcde", { nodeName: "worker-1", hostNetwork: true, containers: [{ name: "agent" }] });
add("net", "proxy-fghij", { nodeName: "worker-1", hostNetwork: true, containers: [{ name: "proxy" }] });
add("net", "plain-klmno", { nodeName: "worker-2" });

const held = (namespace: string, name: string, holder: string, manager = "") => ({
  ...{ namespace, name, holder, isApiServerIdentity: false },
  writers: manager === "" ? [] : ([{ manager, isSystem: false, isStatus: false, timeMs: 0, renews: true }] as never),
});

it.each<readonly [string, ReturnType<typeof held>, string | undefined]>([
  ["a pod and a UUID", held("team-a", "a", `web-0_${uuid}`), "team-a/web-0"],
  ["the name of a pod", held("team-a", "a", "controller-6d4b8f7c9d-x2x4z"), "team-a/controller-6d4b8f7c9d-x2x4z"],
  [
    "a pod and a suffix of cert-manager",
    held("team-a", "a", "controller-6d4b8f7c9d-x2x4z-external-cert-manager-controller"),
    "team-a/controller-6d4b8f7c9d-x2x4z",
  ],
  [
    "a pod of another namespace with a UUID",
    held("team-a", "a", `other-6d4b8f7c9d-x2x4z_${uuid}`),
    "team-b/other-6d4b8f7c9d-x2x4z",
  ],
  ["a pod of another namespace", held("team-a", "a", "other-6d4b8f7c9d-x2x4z"), "team-b/other-6d4b8f7c9d-x2x4z"],
  [
    "a pod of another namespace and a suffix of cert-manager",
    held("team-a", "a", "other-6d4b8f7c9d-x2x4z-external-cert-manager-controller"),
    "team-b/other-6d4b8f7c9d-x2x4z",
  ],
  ["another namespace than that of the pod", held("team-a", "a", "team-a/other-6d4b8f7c9d-x2x4z"), undefined],
  ["the name of pods in two other namespaces", held("team-a", "a", "twice-6d4b8f7c9d-x2x4z"), undefined],
  ["a StatefulSet's pod of another namespace", held("team-c", "a", "db-0"), undefined],
  [
    "the node of a static pod",
    held("kube-system", "kube-scheduler", `cp-1_${uuid}`),
    "kube-system/kube-scheduler-cp-1",
  ],
  ["the bare node of a pod with the name of the Lease", held("net", "agent", "worker-1"), "net/agent-abcde"],
  ["the bare node of a pod of the manager", held("net", "lock", "worker-1", "proxy"), "net/proxy-fghij"],
  ["a node with two such pods, and no program", held("net", "lock", "worker-1"), undefined],
  ["a node whose pod has its own network", held("net", "plain", "worker-2"), undefined],
  ["no holder", held("team-a", "web", ""), undefined],
  ["another string", held("team-a", "web", "some lock of a job"), undefined],
])("%s", (_, listed, expected) => {
  const pod = podOf(listed, pods);
  expect(pod && `${pod.namespace}/${pod.name}`).toBe(expected);
});

it("the identity of an API server names no pod", () => {
  expect(podOf({ ...held("team-a", "web", `web-0_${uuid}`), isApiServerIdentity: true }, pods)).toBeUndefined();
});
