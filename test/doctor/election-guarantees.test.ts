import { expect, it } from "vitest";
import type { Fields } from "../../src/core/api/fields.ts";
import { electionGuarantees } from "../../src/doctor/election-guarantees.ts";
import {
  type Snapshot,
  type SnapshotKind,
  type SnapshotObject,
  snapshotObject,
} from "../../src/installation/snapshot.ts";

const [web, other] = ["web-6d4b8f7c9d-x2x4z", "web-6d4b8f7c9d-bcdfg"];
const inFile = (kind: SnapshotKind, value: Fields): SnapshotObject => ({
  ...snapshotObject(kind, value),
  locate: () => ({ file: "objects.yaml", line: 1, column: 1 }),
});
const pod = (name: string, changes: object = {}, node = "worker-1") =>
  inFile("Pod", { metadata: { namespace: "team-a", name }, spec: { nodeName: node }, ...changes });
const lease = (holderIdentity: string) =>
  inFile("Lease", { metadata: { namespace: "team-a", name: "web" }, spec: { holderIdentity } });
const manager = (flag: string) =>
  inFile("Pod", {
    metadata: {
      namespace: "kube-system",
      name: "kube-controller-manager-1",
      labels: { component: "kube-controller-manager" },
    },
    spec: { containers: [{ command: ["kube-controller-manager", `--use-service-account-credentials=${flag}`] }] },
  });

/** Returns the statuses of the conditions NAMED and GC. */
function statuses(objects: readonly SnapshotObject[], read: readonly SnapshotKind[] = ["Lease", "Pod"]) {
  const snapshot: Snapshot = { objects, read: new Set(read), unread: [] };
  const [first] = electionGuarantees({ snapshot, now: new Date("2026-07-01T08:00:00Z"), namespace: undefined }) ?? [];
  return ["holder-named", "collector-known"].map(
    (id) => first?.guarantee.answers.find((answer) => answer.id === id)?.status,
  );
}

it.each([
  ["the pod of the holder", [pod(web), pod(other)], web, ["holds", "not known"]],
  ["a pod of a StatefulSet", [pod("web-0")], "web-0", ["fails", "not known"]],
  ["a node with the name of a pod", [pod(web), pod("a", {}, "worker-7d9f6c8b5d-z9z7x")], web, ["fails", "not known"]],
  ["only other pods", [pod(other)], web, ["not known", "not known"]],
  ["a pod of the holder that has ended", [pod(web, { status: { phase: "Failed" } })], web, ["not known", "not known"]],
  ["no holder", [pod(web)], "", ["not known", "not known"]],
  ["kube-controller-manager with the flag", [pod(web), manager("true")], web, ["holds", "holds"]],
  ["kube-controller-manager without the flag", [pod(web), manager("false")], web, ["holds", "fails"]],
] as const)("decides NAMED and GC with files that contain %s", (_, pods, holder, expected) => {
  expect(statuses([lease(holder), ...pods])).toStrictEqual(expected);
});

it("does not decide with the pods of lease-guard in a cluster, or with only some pods of a file", () => {
  const objects = [lease(web), pod(web), manager("true")];
  expect(statuses(objects.map(({ locate: _, ...object }) => object))).toStrictEqual(["not known", "not known"]);
  expect(statuses(objects, ["Lease"])).toStrictEqual(["not known", "not known"]);
});
