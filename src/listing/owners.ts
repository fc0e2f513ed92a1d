import type { ApiServer } from "../cluster/api-server.ts";
import { listParts } from "../cluster/list-pages.ts";
import { readResource } from "../cluster/read-resource.ts";
import { textAt } from "../core/api/fields.ts";
import { apiGroupOf } from "../core/api/meta.ts";
import { listPath, resourceName, type UnreadResource } from "../core/api/requests.ts";
import { referenceKey } from "../core/field/object-reference.ts";
import { isUnexpiredAt } from "../rules/shared/lease-term.ts";
import { nameOf } from "./dump.ts";
import type { ListedObject } from "./listed-object.ts";

/**
 * The uid of each Deployment, ReplicaSet, StatefulSet, and DaemonSet that was read. The keys are
 * results of `referenceKey`.
 */
export type Owners = ReadonlyMap<string, string>;

export type Owner = ListedObject["owners"][number];

const apiVersion = "apps/v1";

/** The kinds of workloads that can own a Lease, with their resources. */
const ownerResources = {
  Deployment: "deployments",
  ReplicaSet: "replicasets",
  StatefulSet: "statefulsets",
  DaemonSet: "daemonsets",
} as const;

type OwnerKind = keyof typeof ownerResources;

const ownerKinds = Object.keys(ownerResources) as readonly OwnerKind[];

type OwnerResource = `${(typeof ownerResources)[OwnerKind]}.apps`;

/** The names of the resources, as in `UnreadResource`. */
export const ownerResourceNames: readonly OwnerResource[] = ownerKinds.map(
  (kind): OwnerResource => `${ownerResources[kind]}.apps`,
);

/** Reports whether an owner is a workload of Kubernetes, and not of another API group. */
export function isWorkload({ apiVersion: version, kind }: Owner): boolean {
  return apiGroupOf(version) === apiGroupOf(apiVersion) && ownerKinds.some((each) => each === kind);
}

/**
 * Lists the metadata of the workloads of each kind that owns a Lease that a client holds. In a
 * cluster without such Leases, sends no request.
 */
export async function readOwners(
  api: ApiServer,
  { objects, readAt }: { readonly objects: readonly ListedObject[]; readonly readAt: Date },
): Promise<{ readonly owners: Owners; readonly unread: readonly UnreadResource[] }> {
  const owned = objects.filter(({ termEndMs }) => isUnexpiredAt(termEndMs, readAt.getTime()));
  const owners = new Map<string, string>();
  const unread: UnreadResource[] = [];
  for (const kind of ownerKinds) {
    const leases = owned.filter((each) => each.owners.some((owner) => owner.kind === kind && isWorkload(owner)));
    if (leases.length === 0) continue;
    const namespaces = new Set(leases.map(({ namespace }) => namespace));
    const [namespace] = namespaces.size === 1 ? namespaces : [undefined];
    const path = listPath(apiVersion, namespace, ownerResources[kind]);
    const readKind = async (): Promise<void> => {
      for await (const { items } of listParts(api, path, { metadataOnly: true }, () => {}))
        for (const item of items) owners.set(referenceKey({ kind, ...nameOf(item) }), textAt(item, "metadata", "uid"));
    };
    const read = await readResource(resourceName(apiVersion, ownerResources[kind]), readKind());
    if (!read.ok) unread.push({ resource: read.error.resource, reason: read.error.reason });
  }
  return { owners, unread };
}
