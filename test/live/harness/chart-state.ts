import { readFileSync } from "node:fs";
import type { Body } from "./api.ts";
import type { Cluster } from "./cluster.ts";
import { registrationsPath } from "./registration.ts";
import type { ServiceNetwork } from "./service-network.ts";
import { expectStatus } from "./world.ts";

/** An API server, and the network of its Services. */
export interface ChartCluster {
  readonly cluster: Cluster;
  readonly network: ServiceNetwork;
}

/**
 * The namespaced kinds of the chart's objects, and of the objects that lease-guard creates itself.
 */
const kinds = [
  ...[
    "configmaps",
    "cronjobs",
    "deployments",
    "horizontalpodautoscalers",
    "jobs",
    "networkpolicies",
    "poddisruptionbudgets",
    "pods",
  ],
  ...["resourcequotas", "rolebindings", "roles", "secrets", "serviceaccounts", "services"],
  ...["certificates.cert-manager.io", "issuers.cert-manager.io", "prometheusrules", "servicemonitors"],
];
const clusterKinds = [
  ...["clusterrolebindings", "clusterroles", "validatingadmissionpolicies", "validatingadmissionpolicybindings"],
  "validatingwebhookconfigurations",
];

/** Returns the names of all objects of an installation in the form of `kubectl get -o name`. */
export async function installedObjects({ kubectl }: Cluster): Promise<readonly string[]> {
  const names = async (args: readonly string[]): Promise<readonly string[]> => {
    const { status, stdout, stderr } = await kubectl(["get", ...args, "--output=name"]);
    if (status !== 0) throw new Error(stderr);
    return stdout.split("\n").filter((line) => line !== "");
  };
  const namespaced = await names([kinds.join(","), "--namespace=lease-guard"]);
  const clusterWide = await names([clusterKinds.join(","), "--selector=app.kubernetes.io/name=lease-guard"]);
  return [...namespaced, ...clusterWide]
    .filter((name) => !/serviceaccount\/default|configmap\/kube-root-ca.crt/.test(name))
    .sort();
}

/** Returns the `caBundle` of each webhook. */
export async function caBundles({ api }: Cluster): Promise<readonly (string | undefined)[]> {
  const { body } = expectStatus(200, await api.call("GET", `${registrationsPath}/lease-guard`));
  const webhooks = body["webhooks"] as readonly { readonly clientConfig: { readonly caBundle?: string } }[];
  return webhooks.map(({ clientConfig }) => clientConfig.caBundle);
}

/**
 * Returns an object of the namespace `lease-guard`. `path` is, for example,
 * `apis/apps/v1/deployments/lease-guard`.
 */
export async function installedObject({ api }: Cluster, path: string): Promise<Body> {
  const parts = path.split("/");
  const [group, rest] = [parts.slice(0, -2).join("/"), parts.slice(-2).join("/")];
  return expectStatus(200, await api.call("GET", `/${group}/namespaces/lease-guard/${rest}`)).body;
}

/** A request in the audit log. */
interface Audited {
  readonly verb: string;
  readonly objectRef: { readonly resource: string; readonly name: string; readonly subresource?: string };
  readonly responseStatus: { readonly code: number };
}

/** Returns the audited requests so far that the API server accepted, in their order. */
function accepted({ auditLog }: Cluster): readonly Audited[] {
  const lines = readFileSync(auditLog, "utf8").split("\n");
  return lines
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Audited]))
    .filter(({ responseStatus }) => responseStatus.code < 300);
}

/** Returns the resources and names of all deletions so far, in their order. */
export function deletions(cluster: Cluster): readonly string[] {
  return accepted(cluster).flatMap(({ verb, objectRef }) =>
    verb === "delete" ? [`${objectRef.resource}/${objectRef.name}`] : [],
  );
}

/** Returns the names of the pods whose logs were requested so far. */
export function readLogs(cluster: Cluster): readonly string[] {
  return accepted(cluster).flatMap(({ objectRef }) => (objectRef.subresource === "log" ? [objectRef.name] : []));
}
