import type { ApiServer } from "../cluster/api-server.ts";
import { servedResources } from "../cluster/read-resource.ts";
import { fieldAt, objectsAt, textAt } from "../core/api/fields.ts";
import { apiGroupOf } from "../core/api/meta.ts";
import { listPath, resourceName } from "../core/api/requests.ts";
import { coordinationGroup } from "../core/api/served-versions.ts";
import { installedName, policyConfigMapName } from "../core/text/installed-name.ts";
import { findInstallation } from "../installation/installation.ts";
import { policyConfigMap } from "../installation/selected-policy.ts";
import type { Right, Snapshot } from "../installation/snapshot.ts";
import { SnapshotBuilder } from "../installation/snapshot-builder.ts";
import type { HostPort } from "../terminal/flags.ts";
import type { Progress } from "../terminal/progress.ts";
import { type BaseResource, baseResources } from "./base-resources.ts";
import { neededResources } from "./checks/preflight.ts";
import { calledServices } from "./lease-webhooks.ts";
import { readProbe } from "./probe.ts";
import { readConnection } from "./read-connection.ts";
import { readFenceViews, type ViewReading } from "./read-fence-views.ts";

export interface DoctorReading {
  readonly isPreflight: boolean;
  readonly isConnecting: boolean;
  readonly serviceAddress: HostPort | undefined;
  /** The namespace in which to create a Lease in a dry run, if at all. */
  readonly probe?: string | undefined;
  /** How to ask for the views of fences, if at all. */
  readonly fences?: ViewReading | undefined;
  /** The namespace to read for lease-guard if no webhook calls its Service. */
  readonly namespace: string | undefined;
  readonly progress: Progress;
}

/**
 * A snapshot, and the time of the API server. If the API server rejects the request for `/version`,
 * or if the response has no time, the time is undefined.
 */
export interface ReadCluster {
  readonly snapshot: Snapshot;
  readonly date: Date | undefined;
}

/**
 * Reads the objects that the checks need. A resource that the API server does not return, for
 * example because the user may not read it, becomes an entry of `unread`. Rejects with a
 * `ClusterError` if the API server cannot be reached or rejects the credentials.
 */
export async function readCluster(api: ApiServer, reading: DoctorReading): Promise<ReadCluster> {
  const builder = new SnapshotBuilder(api, reading.progress);
  const version = await builder.attempt("/version", () => api({ method: "GET", path: "/version" }));
  await builder.list("ValidatingWebhookConfiguration");
  await builder.list("MutatingWebhookConfiguration");
  await builder.list("ValidatingAdmissionPolicy");
  await builder.list("ValidatingAdmissionPolicyBinding");
  // Kubernetes serves them in v1 since 1.36, and earlier in v1beta1 or v1alpha1, if at all.
  for (const kind of ["MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding"] as const)
    await builder.listServed(kind, ["v1", "v1beta1", "v1alpha1"]);
  await builder.listMetadata("Namespace");
  await builder.listLeases();
  await builder.list("ResourceQuota");
  await builder.list("ClusterRole");
  await builder.list("ClusterRoleBinding");
  await readInstallation(builder, reading.namespace);
  const served = await builder.attempt("/apis", () => readServed(api, reading.isPreflight));
  const rights = reading.isPreflight ? await builder.attempt(accessReviews, () => readRights(api)) : undefined;
  const listed = builder.snapshot();
  const snapshot: Snapshot = {
    ...listed,
    fenceViews: reading.fences && (await readFenceViews(listed, reading.fences)),
    probe: reading.probe === undefined ? undefined : await readProbe(api, reading.probe),
    serverVersion: textAt(version?.body, "gitVersion") || undefined,
    served,
    rights,
  };
  if (!reading.isConnecting) return { snapshot, date: version?.date };
  return {
    snapshot: {
      ...snapshot,
      connection: await readConnection(api, snapshot, reading.serviceAddress, reading.namespace),
    },
    date: version?.date,
  };
}

/** The kinds that the doctor reads only in the namespace of lease-guard. */
const installedKinds = [
  "Deployment",
  "Pod",
  "PodDisruptionBudget",
  "HorizontalPodAutoscaler",
  "NetworkPolicy",
  "CronJob",
  "Role",
  "RoleBinding",
] as const;

/**
 * Reads the objects in the namespace of lease-guard, and the Services and EndpointSlices in the
 * namespaces of the Services that other webhooks call.
 */
async function readInstallation(builder: SnapshotBuilder, chosen: string | undefined): Promise<void> {
  const first = builder.snapshot();
  const own = findInstallation(first, chosen);
  const others = calledServices({ snapshot: first, own }).map(({ namespace }) => namespace);
  for (const namespace of new Set([own.namespace, ...others])) {
    await builder.list("Service", namespace);
    await builder.list("EndpointSlice", namespace);
  }
  for (const kind of installedKinds) await builder.list(kind, own.namespace);
  const name = policyConfigMap(findInstallation(builder.snapshot(), chosen)) ?? policyConfigMapName;
  await builder.get("ConfigMap", own.namespace, name);
}

/**
 * Returns the served resources of the API groups that the checks need, such as
 * `coordination.k8s.io/v1 leases`.
 */
async function readServed(api: ApiServer, isPreflight: boolean): Promise<ReadonlySet<string>> {
  const { body } = await api({ method: "GET", path: `/apis/${coordinationGroup}` });
  const versions = objectsAt(body, "versions").map((version) => textAt(version, "groupVersion"));
  const served = new Set<string>();
  for (const version of new Set([...versions, ...(isPreflight ? neededResources.map(([version]) => version) : [])])) {
    for (const resource of await servedResources(api, version)) served.add(`${version} ${resource}`);
  }
  return served;
}

const apiVersion = "authorization.k8s.io/v1";
const accessReviews: string = resourceName(apiVersion, "selfsubjectaccessreviews");

/** Asks the API server whether the user may create the objects of `manifests/base`. */
async function readRights(api: ApiServer): Promise<readonly Right[]> {
  const rights: Right[] = [];
  for (const each of baseResources) {
    const { body } = await api({
      method: "POST",
      path: listPath(apiVersion, undefined, "selfsubjectaccessreviews"),
      body: reviewOf(each),
    });
    const isAllowed = fieldAt(body, "status", "allowed") === true;
    rights.push({ verb: "create", resource: resourceName(each.apiVersion, each.resource), isAllowed });
  }
  return rights;
}

function reviewOf({ apiVersion: installed, resource, isNamespaced }: BaseResource): object {
  const group = installed.includes("/") ? apiGroupOf(installed) : "";
  const resourceAttributes = { verb: "create", group, resource, ...(isNamespaced && { namespace: installedName }) };
  return { apiVersion, kind: "SelfSubjectAccessReview", spec: { resourceAttributes } };
}
