import { electorsGroup } from "./impersonation.ts";
import type { Place } from "./lease-spec.ts";
import type { Outcome } from "./run.ts";
import { expectStatus, type World } from "./world.ts";

/** The name of the service account that all pods of a namespace use. */
export const account = "controller";

/** The node name in the tokens of all pods, unless a test chooses another one. */
export const node = "worker-1";

/**
 * Creates the service account that all pods of a namespace use. The account has all permissions
 * for the Leases in this namespace.
 */
export async function createAccount({ api }: World, namespace: string): Promise<void> {
  expectStatus(
    201,
    await api.call("POST", `/api/v1/namespaces/${namespace}/serviceaccounts`, {
      body: { metadata: { name: account } },
    }),
  );
  const group = "rbac.authorization.k8s.io";
  const body = {
    metadata: { name: account },
    subjects: [{ kind: "ServiceAccount", name: account, namespace }],
    roleRef: { apiGroup: group, kind: "ClusterRole", name: electorsGroup },
  };
  expectStatus(201, await api.call("POST", `/apis/${group}/v1/namespaces/${namespace}/rolebindings`, { body }));
}

/**
 * Creates a Pod object and returns a token for the pod, in the form that a kubelet mounts. No
 * kubelet starts the pod.
 */
export async function podToken(world: World, namespace: string, pod: string, nodeName: string = node): Promise<string> {
  const spec = { serviceAccountName: account, nodeName, containers: [{ name: account, image: "controller" }] };
  const path = `/api/v1/namespaces/${namespace}/pods`;
  expectStatus(201, await world.api.call("POST", path, { body: { metadata: { name: pod }, spec } }));
  return accountToken(world, namespace, { boundObjectRef: { apiVersion: "v1", kind: "Pod", name: pod } });
}

/** Returns a token of the service account. By default, the token is not bound to an object. */
export async function accountToken({ api }: World, namespace: string, bound: object = {}): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`;
  const { body } = expectStatus(
    201,
    await api.call("POST", path, { body: { spec: { expirationSeconds: 3600, ...bound } } }),
  );
  return String((body as { readonly status?: { readonly token?: string } }).status?.token);
}

/**
 * Returns an identity in the form that client-go users choose: the host name of a pod and a UUID.
 */
export function identityOf(pod: string): string {
  return `${pod}_5cd04d5e-0d2c-4a3b-9a51-3f7c1c7f2b6e`;
}

/**
 * Merges fields into the spec of a Lease with `kubectl patch`, as the user of a kubeconfig. The
 * value null removes a field.
 */
export function patchLease(
  { kubectl }: World,
  { namespace, name }: Place,
  kubeconfig: string,
  spec: object | null,
): Promise<Outcome> {
  const patch = `--patch=${JSON.stringify({ spec })}`;
  return kubectl([
    "patch",
    "lease",
    name,
    `--kubeconfig=${kubeconfig}`,
    `--namespace=${namespace}`,
    "--type=merge",
    patch,
  ]);
}
