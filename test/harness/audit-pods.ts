import { stamp } from "./audit-objects.ts";

/** The parts of a pod that tests change. */
export interface PodParts {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly uid?: string;
  /** The kind and the name of the controller, such as `ReplicaSet/web-6d4b8f7c9d`. */
  readonly controller?: string;
  /** The time of the creation in seconds after `auditedAt`. */
  readonly created?: number;
  readonly isReady?: boolean;
  readonly container?: string;
  readonly args?: readonly string[];
  readonly env?: readonly object[];
  readonly spec?: object;
}

/** Returns a ready pod of the Deployment `controller`, which is older than its Lease. */
export function podBy({
  namespace = "team-a",
  name = "controller-6d4b8f7c9d-b7b8c",
  uid = `uid-of-${name}`,
  controller = `ReplicaSet/${name.slice(0, name.lastIndexOf("-"))}`,
  created = -900_000,
  isReady = true,
  container = "main",
  args,
  env,
  spec,
}: PodParts = {}): object {
  const [kind, owner = ""] = controller.split("/");
  const labels = kind === "ReplicaSet" ? { "pod-template-hash": owner.slice(owner.lastIndexOf("-") + 1) } : {};
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      ...{ namespace, name, uid, labels, creationTimestamp: stamp(created) },
      ownerReferences: [{ kind, name: owner, uid: `uid-of-${owner}`, controller: true }],
    },
    spec: { containers: [{ name: container, args, env }], ...spec },
    status: { phase: "Running", conditions: [{ type: "Ready", status: isReady ? "True" : "False" }] },
  };
}
