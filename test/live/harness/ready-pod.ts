import { createPod } from "./audited-cluster.ts";
import type { World } from "./world.ts";

interface ReadyPod {
  readonly namespace: string;
  readonly name: string;
  readonly spec: { readonly containers: readonly object[] };
}

/**
 * Creates a pod that is ready for a long time. Its containers mount the token of the ServiceAccount,
 * as with the admission plugin ServiceAccount. No kubelet runs the pod.
 */
export function createReadyPod(world: World, { namespace, name, spec }: ReadyPod): Promise<void> {
  const volumeMounts = [{ name: "token", mountPath: "/var/run/secrets/kubernetes.io/serviceaccount", readOnly: true }];
  const volumes = [{ name: "token", projected: { sources: [{ serviceAccountToken: { path: "token" } }] } }];
  const containers = spec.containers.map((container) => ({ ...container, volumeMounts }));
  return createPod(world, {
    ...{ namespace, name, spec: { serviceAccountName: "default", ...spec, containers, volumes } },
    ready: { status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" },
  });
}

/** Creates a ready pod of a program of the table whose Lease does not exist. */
export function plantUnstarted(world: World, namespace: string): Promise<void> {
  const image = "ghcr.io/external-secrets/external-secrets:v1.1.0";
  const containers = [{ name: "main", image, args: ["--enable-leader-election=true"] }];
  return createReadyPod(world, { namespace, name: "external-secrets-6d4b8f7c9d-x2x4z", spec: { containers } });
}
