import { electorsGroup } from "./impersonation.ts";
import type { Place } from "./lease-spec.ts";
import type { Outcome } from "./run.ts";
import { expectStatus, type World } from "./world.ts";

const account = "controller";

/** Where every pod runs. */
export const node = "worker-1";

/** Makes the service account of all pods of a namespace; it may do anything with the Leases there. */
export async function createAccount({ api }: World, namespace: string): Promise<void> {
  expectStatus(201, await api.call("POST", `/api/v1/namespaces/${namespace}/serviceaccounts`, { body: { metadata: { name: account } } }));
  const group = "rbac.authorization.k8s.io";
  const body = {
    metadata: { name: account },
    subjects: [{ kind: "ServiceAccount", name: account, namespace }],
    roleRef: { apiGroup: group, kind: "ClusterRole", name: electorsGroup },
  };
  expectStatus(201, await api.call("POST", `/apis/${group}/v1/namespaces/${namespace}/rolebindings`, { body }));
}

/** Creates a Pod object, which no kubelet has to start, and returns a token as its kubelet would mount it. */
export async function podToken(world: World, namespace: string, pod: string): Promise<string> {
  const spec = { serviceAccountName: account, nodeName: node, containers: [{ name: account, image: "controller" }] };
  const path = `/api/v1/namespaces/${namespace}/pods`;
  expectStatus(201, await world.api.call("POST", path, { body: { metadata: { name: pod }, spec } }));
  return accountToken(world, namespace, { boundObjectRef: { apiVersion: "v1", kind: "Pod", name: pod } });
}

/** Returns a token of the service account; unless told, it is bound to nothing. */
export async function accountToken({ api }: World, namespace: string, bound: object = {}): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`;
  const { body } = expectStatus(201, await api.call("POST", path, { body: { spec: { expirationSeconds: 3600, ...bound } } }));
  return String((body as { readonly status?: { readonly token?: string } }).status?.token);
}

/** An identity as client-go's users make it: the host name of a pod and a UUID. */
export function identityOf(pod: string): string {
  return `${pod}_5cd04d5e-0d2c-4a3b-9a51-3f7c1c7f2b6e`;
}

/** Merges a spec, in which null takes a field away, into a Lease as the user of a kubeconfig. */
export function patchLease({ kubectl }: World, { namespace, name }: Place, kubeconfig: string, spec: object | null): Promise<Outcome> {
  const patch = `--patch=${JSON.stringify({ spec })}`;
  return kubectl(["patch", "lease", name, `--kubeconfig=${kubeconfig}`, `--namespace=${namespace}`, "--type=merge", patch]);
}
