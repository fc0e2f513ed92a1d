import { apiGroupOf } from "./meta.ts";

/** The place of an object in an API server. `namespace` is undefined for an object without one. */
export interface ObjectAddress {
  readonly apiVersion: string;
  readonly namespace: string | undefined;
  /** The plural name of the API resource, such as `leases`. */
  readonly resource: string;
  readonly name: string;
}

export function listPath(apiVersion: string, namespace: string | undefined, resource: string): string {
  return `${versionPath(apiVersion)}/${pathOf(namespace, resource)}`;
}

export function objectPath({ apiVersion, ...place }: ObjectAddress): string {
  return `${versionPath(apiVersion)}/${pathInVersion(place)}`;
}

/** Returns the path of an object below its version, such as `namespaces/team-a/leases/a`. */
export function pathInVersion({ namespace, resource, name }: Omit<ObjectAddress, "apiVersion">): string {
  return pathOf(namespace, resource, name);
}

function versionPath(apiVersion: string): string {
  return `${apiVersion.includes("/") ? "/apis" : "/api"}/${apiVersion}`;
}

function pathOf(namespace: string | undefined, ...parts: readonly string[]): string {
  const scope = namespace === undefined ? [] : ["namespaces", namespace];
  return [...scope, ...parts].map(encodeURIComponent).join("/");
}

/**
 * Returns the body of a request that deletes an object only if the object still has this uid and
 * this resource version.
 */
export function deleteOptions({
  uid,
  resourceVersion,
}: {
  readonly uid: string;
  readonly resourceVersion: string;
}): object {
  return { apiVersion: "v1", kind: "DeleteOptions", preconditions: { uid, resourceVersion } };
}

export interface UnreadResource {
  /** The result of `resourceName`, or the path of another request, such as `/version`. */
  readonly resource: string;
  readonly reason: string;
}

/**
 * Returns the plural name of a resource with its API group, such as
 * `leasecandidates.coordination.k8s.io`. A resource of the core group has only a name, such as
 * `pods`.
 */
export function resourceName(apiVersion: string, resource: string): string {
  return apiVersion.includes("/") ? `${resource}.${apiGroupOf(apiVersion)}` : resource;
}

/** Returns a line such as `not read: pods: forbidden`. */
export function unreadLine({ resource, reason }: UnreadResource): string {
  return `not read: ${resource}: ${reason}`;
}
