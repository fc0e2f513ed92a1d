import { apiGroupOf } from "./meta.ts";

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
