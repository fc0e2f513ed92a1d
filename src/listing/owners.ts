import type { ApiServer } from "../cluster/api-server.ts";
import { listParts } from "../cluster/list-pages.ts";
import { readResource } from "../cluster/read-resource.ts";
import { referenceTo, textAt } from "../core/api/fields.ts";
import { apiGroupOf } from "../core/api/meta.ts";
import { listPath, resourceName, type UnreadResource } from "../core/api/requests.ts";
import { referenceKey } from "../core/field/object-reference.ts";
import { isUnexpiredAt } from "../rules/shared/lease-term.ts";
import type { ListedObject } from "./listed-object.ts";
import { type OwnerKind, ownerApiVersion, ownerKinds, ownerResources } from "./owner-kinds.ts";

/**
 * The uid of each Deployment, ReplicaSet, StatefulSet, and DaemonSet that was read. The keys are
 * results of `referenceKey`.
 */
export type Owners = ReadonlyMap<string, string>;

export type Owner = ListedObject["owners"][number];

type OwnerResource = `${(typeof ownerResources)[OwnerKind]}.apps`;

/** The names of the resources, as in `UnreadResource`. */
export const ownerResourceNames: readonly OwnerResource[] = ownerKinds.map(
  (kind): OwnerResource => `${ownerResources[kind]}.apps`,
);

/** Reports whether an owner is a workload of Kubernetes, and not of another API group. */
export function isWorkload({ apiVersion: version, kind }: Owner): boolean {
  return apiGroupOf(version) === apiGroupOf(ownerApiVersion) && ownerKinds.some((each) => each === kind);
}

interface OwnedListing {
  readonly objects: readonly ListedObject[];
  readonly readAt: Date;
}

/** Returns the namespaces of the Leases that a client holds, by the kinds of their owners. */
function neededOwners({ objects, readAt }: OwnedListing): ReadonlyMap<OwnerKind, ReadonlySet<string>> {
  const needed = new Map<OwnerKind, Set<string>>();
  for (const { termEndMs, namespace, owners } of objects)
    if (isUnexpiredAt(termEndMs, readAt.getTime()))
      for (const kind of ownerKinds)
        if (owners.some((owner) => owner.kind === kind && isWorkload(owner)))
          needed.set(kind, (needed.get(kind) ?? new Set()).add(namespace));
  return needed;
}

/** Returns the kinds of workloads that own Leases, and that files do not contain. */
export function absentOwners(listing: OwnedListing, kinds: ReadonlySet<string>): readonly UnreadResource[] {
  return [...neededOwners(listing).keys()]
    .filter((kind) => !kinds.has(kind))
    .map((kind) => ({
      resource: resourceName(ownerApiVersion, ownerResources[kind]),
      reason: `the files contain no ${kind}: add ${ownerResources[kind]} to kubectl get`,
    }));
}

/**
 * Lists the metadata of the workloads of each kind that owns a Lease that a client holds. In a
 * cluster without such Leases, sends no request.
 */
export async function readOwners(
  api: ApiServer,
  listing: OwnedListing,
): Promise<{ readonly owners: Owners; readonly unread: readonly UnreadResource[] }> {
  const owners = new Map<string, string>();
  const unread: UnreadResource[] = [];
  for (const [kind, namespaces] of neededOwners(listing)) {
    const [namespace] = namespaces.size === 1 ? namespaces : [undefined];
    const path = listPath(ownerApiVersion, namespace, ownerResources[kind]);
    const readKind = async (): Promise<void> => {
      for await (const { items } of listParts(api, path, { metadataOnly: true }, () => {}))
        for (const item of items) owners.set(referenceKey(referenceTo(kind, item)), textAt(item, "metadata", "uid"));
    };
    const read = await readResource(resourceName(ownerApiVersion, ownerResources[kind]), readKind());
    if (!read.ok) unread.push({ resource: read.error.resource, reason: read.error.reason });
  }
  return { owners, unread };
}
