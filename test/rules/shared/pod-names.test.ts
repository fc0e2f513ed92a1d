import { describe, expect, it } from "vitest";
import {
  namesAnotherPod,
  namesPod,
  namesPodOrNode,
  otherDeployment,
  type WriterPod,
  workloadOf,
  writerPod,
} from "../../../src/rules/shared/pod-names.ts";

const podName = "authentication.kubernetes.io/pod-name";
const nodeName = "authentication.kubernetes.io/node-name";

const uuid = "8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c";
const long = `${"a".repeat(61)}-`;

/** Returns a writer's pod in the namespace team-a. */
const pod = (name: string, node?: string): WriterPod => ({ name, namespace: "team-a", node });

describe("the pod of a writer", () => {
  const username = "system:serviceaccount:team-a:controller";
  it.each<readonly [string, Parameters<typeof writerPod>[0], WriterPod | undefined]>([
    [
      "is that of the token",
      { username, groups: [], extra: { [podName]: ["a-0"], [nodeName]: ["node-1"] } },
      { name: "a-0", namespace: "team-a", node: "node-1" },
    ],
    [
      "can lack its node",
      { username, groups: [], extra: { [podName]: ["a-0"] } },
      { name: "a-0", namespace: "team-a", node: undefined },
    ],
    [
      "can be of another user",
      { username: "jane", groups: [], extra: { [podName]: ["a-0"] } },
      { name: "a-0", namespace: "", node: undefined },
    ],
    ["is unknown without a name", { username, groups: [], extra: { [nodeName]: ["node-1"] } }, undefined],
    ["is unknown if there are two", { username, groups: [], extra: { [podName]: ["a-0", "a-1"] } }, undefined],
    ["is unknown without extra", { username, groups: [] }, undefined],
  ])("%s", (_, user, expected) => {
    expect(writerPod(user)).toEqual(expected);
  });
});

/** The first 58 characters of the names of the pods of a Deployment with a name of 47 characters. */
const cut = `${"a".repeat(47)}-7d9f6c8b5d`;

describe("a holder that names the pod itself", () => {
  it.each([
    ["a-0", "a-0"],
    [`a-0_${uuid}`, "a-0"],
    ["team-a/a-0", "a-0"],
    ["team-a_a-0", "a-0"],
    ["a-0.a.team-a.svc.cluster.local", "a-0"],
    [`a-0:8080/${uuid}`, "a-0"],
    [`${long}b`, `${long}bc`],
    [long.slice(0, -1), `${long}-bc`],
  ])("%s is %s", (holder, name) => {
    expect(namesPod(holder, pod(name))).toBe(true);
    expect(namesAnotherPod(holder, pod(name))).toBe(false);
  });

  it.each([
    ["a-10", "a-1"],
    ["a-1", "a-10"],
    ["a-0-b", "a-0"],
    ["b-a-0", "a-0"],
    ["", "a-0"],
  ])("%s is not %s", (holder, name) => {
    expect(namesPod(holder, pod(name))).toBe(false);
  });
});

describe("a holder that certainly names another pod", () => {
  it.each<readonly [string, string, WriterPod]>([
    ["StatefulSet: another ordinal", "a-1", pod("a-0")],
    ["StatefulSet: an ordinal that begins like the own one", "a-10", pod("a-1")],
    ["StatefulSet: an ordinal that the own one begins with", "a-1", pod("a-10")],
    ["with a UUID", `a-1_${uuid}`, pod("a-0")],
    ["with the namespace", "team-a/a-1", pod("a-0")],
    ["with another suffix after _", "a-1_10.0.0.7", pod("a-0")],
    ["DaemonSet, Job, or ReplicaSet: another suffix", "a-x2vzk", pod("a-bcdfg")],
    ["Deployment: another pod of the same template", "a-7d9f6c8b5d-x2vzk", pod("a-7d9f6c8b5d-bcdfg")],
    ["Deployment: another template", "a-7d9f6c8b5d-x2vzk", pod("a-5d78c9869d-bcdfg")],
    ["Deployment: a template with a short hash", "a-7d9f6c-x2vzk", pod("a-5d78c9869d-bcdfg")],
    ["Deployment: of another workload", "b-7d9f6c8b5d-x2vzk", pod("a-0", "node-1")],
    ["Deployment: of another namespace", "team-b/b-7d9f6c8b5d-x2vzk", pod("a-0", "node-1")],
    ["on a node with a similar name", "a-1", pod("a-0", "a-10")],
    ["a cut name of the same ReplicaSet", `${cut}x2vzk`, pod(`${cut}bcdfg`)],
    ["a cut name with a UUID", `${cut}x2vzk_${uuid}`, pod(`${cut}bcdfg`)],
    ["Deployment with a dot in its name", "a.b-7d9f6c8b5d-x2vzk", pod("a.b-5d78c9869d-bcdfg")],
    ["StatefulSet with a dot in its name", "a.b-1", pod("a.b-0")],
  ])("%s", (_, holder, writer) => {
    expect(namesAnotherPod(holder, writer)).toBe(true);
  });

  it.each<readonly [string, string, WriterPod]>([
    ["an empty one", "", pod("a-0", "node-1")],
    ["a name that does not identify a pod", "primary", pod("a-0", "node-1")],
    ["a UUID", uuid, pod("a-0", "node-1")],
    ["a replica of another name", "replica-2", pod("a-0", "node-1")],
    ["a host", "master-0", pod("a-0", "node-1")],
    ["a host with a number", "worker-1", pod("a-7d9f6c8b5d-x2vzk", "worker-1")],
    ["the host of the pod", "a-1", pod("a-0", "a-1")],
    ["the first label of the host of the pod", "a-1", pod("a-0", "a-1.example.com")],
    ["a host with a domain", "a-1.example.com", pod("a-0", "node-1")],
    ["a cut name of another ReplicaSet", `b${cut.slice(1)}x2vzk`, pod(`${cut}bcdfg`)],
    ["a cut name with another alphabet", `${cut}aeiou`, pod(`${cut}bcdfg`)],
    ["a name that is not cut", `${cut}ax2vzk`, pod(`${cut}bcdfg`)],
    ["the machine of the pod", "md-0-7d9f6c8b5d-x2vzk", pod("a-0", "md-0-7d9f6c8b5d-x2vzk")],
    ["another machine, if machines are named like pods", "md-0-7d9f6c8b5d-x2vzk", pod("a-0", "md-0-7d9f6c8b5d-bcdfg")],
    [
      "another machine of a node with a domain",
      "md-0-7d9f6c8b5d-x2vzk",
      pod("a-0", "md-0-7d9f6c8b5d-bcdfg.example.com"),
    ],
    ["a pod of another workload, and the node is unknown", "b-7d9f6c8b5d-x2vzk", pod("a-0")],
    ["a hash of five digits, as of machines of Gardener", "b-7d9f6-x2vzk", pod("a-0", "node-1")],
    ["a hash of eleven digits", "b-7d9f6c8b5d4-x2vzk", pod("a-0", "node-1")],
    ["a hash with a letter that no hash has", "b-7d9g6c8b5d-x2vzk", pod("a-0", "node-1")],
    ["a suffix with a letter that no suffix has", "b-7d9f6c8b5d-x2azk", pod("a-0", "node-1")],
    ["a suffix of four", "b-7d9f6c8b5d-x2vz", pod("a-0", "node-1")],
    ["a suffix of another workload", "b-x2vzk", pod("a-bcdfg", "node-1")],
    ["an ordinal of another workload", "b-1", pod("a-0", "node-1")],
    ["an ordinal with a leading zero", "a-01", pod("a-0", "node-1")],
    ["the host name of an indexed Job", "a-0", pod("a-0-x2vzk", "node-1")],
    ["an ordinal, written by a pod without one", "a-1", pod("a-bcdfg", "node-1")],
    ["a pod of the same name in another namespace", "team-b/a-1", pod("a-0", "node-1")],
    ["in upper case", "A-1", pod("a-0", "node-1")],
    ["a URL", "https://a-1", pod("a-0", "node-1")],
    ["two names", "a-1/a-2/a-3", pod("a-0", "node-1")],
    ["longer than any name", `${"b".repeat(600)}-7d9f6c8b5d-x2vzk`, pod("a-0", "node-1")],
  ])("not: %s", (_, holder, writer) => {
    expect(namesAnotherPod(holder, writer)).toBe(false);
  });
});

describe("a holder that names the pod or its node", () => {
  it.each<readonly [string, string, WriterPod]>([
    ["the pod", "a-0", pod("a-0", "worker-1")],
    ["the pod, whose node is unknown", `a-0_${uuid}`, pod("a-0")],
    ["the node", "worker-1.example.com", pod("a-0", "worker-1.example.com")],
    ["the node with a UUID", `worker-1_${uuid}`, pod("a-0", "worker-1")],
    ["the first label of the node with a UUID", `worker-1_${uuid}`, pod("a-0", "worker-1.example.com")],
  ])("%s", (_, holder, writer) => {
    expect(namesPodOrNode(holder, writer)).toBe(true);
  });

  it.each<readonly [string, string, WriterPod]>([
    ["another pod", "a-1", pod("a-0", "worker-1")],
    ["another node", "worker-10", pod("a-0", "worker-1")],
    ["a node, and that of the pod is unknown", "worker-1", pod("a-0")],
    ["a UUID", uuid, pod("a-0", "worker-1")],
  ])("not: %s", (_, holder, writer) => {
    expect(namesPodOrNode(holder, writer)).toBe(false);
  });
});

describe("the Deployment of a holder", () => {
  it.each<readonly [string, string, WriterPod]>([
    ["with a UUID", `b-7d9f6c8b5d-x2vzk_${uuid}`, pod("a-0", "node-1")],
    ["with a namespace", "team-b/b-7d9f6c8b5d-x2vzk", pod("a-0", "node-1")],
    ["of a sibling", "b-7d9f6c8b5d-x2vzk", pod("b-7d9f6c8b5d-bcdfg", "node-1")],
  ])("is known %s", (_, holder, writer) => {
    expect(otherDeployment(holder, writer)).toBe("b");
  });

  it.each<readonly [string, string, WriterPod]>([
    ["of the writer itself", "b-7d9f6c8b5d-x2vzk", pod("b-7d9f6c8b5d-x2vzk", "node-1")],
    ["of a writer on an unknown node", "b-7d9f6c8b5d-x2vzk", pod("a-0")],
    ["of the writer's machine", "b-7d9f6c8b5d-x2vzk", pod("a-0", "b-7d9f6c8b5d-x2vzk")],
    ["where machines are named like pods", "b-7d9f6c8b5d-x2vzk", pod("a-0", "c-7d9f6c8b5d-x2vzk")],
    ["of a StatefulSet", "b-0", pod("a-0", "node-1")],
    ["of a DaemonSet", "b-x2vzk", pod("a-0", "node-1")],
    ["of a URL", "https://b-7d9f6c8b5d-x2vzk", pod("a-0", "node-1")],
    ["of an identity that is too long", `${"b".repeat(600)}-7d9f6c8b5d-x2vzk`, pod("a-0", "node-1")],
  ])("is unknown %s", (_, holder, writer) => {
    expect(otherDeployment(holder, writer)).toBeUndefined();
  });
});

describe("the workload of a pod", () => {
  it.each([
    ["a-b-7d9f6c8b5d-x2vzk", "a-b"],
    ["a-b-x2vzk", "a-b"],
    ["a-b-10", "a-b"],
    ["a-b", "a-b"],
  ])("%s is of %s", (name, workload) => {
    expect(workloadOf({ name })).toBe(workload);
  });
});
