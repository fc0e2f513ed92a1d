import { expectStatus, type World } from "./world.ts";

interface PodFields {
  readonly namespace: string;
  readonly name: string;
  readonly spec: { readonly containers: readonly object[] };
}

/**
 * Creates a pod that is ready for a long time. Its containers mount the token of the ServiceAccount,
 * as with the admission plugin ServiceAccount. No kubelet runs the pod.
 */
export async function createReadyPod({ api }: World, { namespace, name, spec }: PodFields): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/pods`;
  const volumeMounts = [{ name: "token", mountPath: "/var/run/secrets/kubernetes.io/serviceaccount", readOnly: true }];
  const volumes = [{ name: "token", projected: { sources: [{ serviceAccountToken: { path: "token" } }] } }];
  const containers = spec.containers.map((container) => ({ ...container, volumeMounts }));
  const account = { serviceAccountName: "default", ...spec };
  const body = { metadata: { name }, spec: { ...account, schedulerName: "none", containers, volumes } };
  expectStatus(201, await api.call("POST", path, { body }));
  const conditions = [{ type: "Ready", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" }];
  const ready = { contentType: "application/merge-patch+json", body: { status: { phase: "Running", conditions } } };
  expectStatus(200, await api.call("PATCH", `${path}/${name}/status`, ready));
}

/** Creates a ready pod of a program of the table whose Lease does not exist. */
export function plantUnstarted(world: World, namespace: string): Promise<void> {
  const image = "ghcr.io/external-secrets/external-secrets:v1.1.0";
  const containers = [{ name: "main", image, args: ["--enable-leader-election=true"] }];
  return createReadyPod(world, { namespace, name: "external-secrets-6d4b8f7c9d-x2x4z", spec: { containers } });
}
