import type { ApiServer } from "./api-server.ts";
import { resultOf, undefinedIfMissing } from "./cluster-error.ts";
import { listPages, listPath } from "./list-pages.ts";

/** The objects of a resource that belong to one program. Other objects stay unchanged. */
export interface OwnedObjects {
  readonly apiVersion: string;
  readonly resource: string;
  /** The labels of all objects of the program. */
  readonly labels: Readonly<Record<string, string>>;
  /** The only namespace to change. All namespaces if undefined. */
  readonly namespace: string | undefined;
}

/** An object to create or to replace. It must have the labels of its program. */
export interface OwnedObject {
  readonly metadata: { readonly name: string; readonly namespace: string };
}

/** The number of changed objects, and the changes that failed. */
export interface Replaced {
  readonly written: number;
  readonly deleted: number;
  readonly failures: readonly FailedChange[];
}

/** A change that the API server rejected, and its message. */
export interface FailedChange {
  readonly namespace: string;
  readonly reason: string;
}

interface StoredMetadata {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

/**
 * Creates or replaces objects. With `deleteOthers`, deletes the other objects of the program.
 * Rejects with a `ClusterError` if the existing objects cannot be listed. A failed change does not
 * stop the other changes.
 */
export async function replaceObjects(
  api: ApiServer,
  owned: OwnedObjects,
  objects: readonly OwnedObject[],
  deleteOthers: boolean,
): Promise<Replaced> {
  const stored = await storedObjects(api, owned);
  const failures: FailedChange[] = [];
  const attempt = async (namespace: string, change: Promise<unknown>): Promise<number> => {
    const changed = await resultOf(change);
    if (!changed.ok) failures.push({ namespace, reason: changed.error.message });
    return changed.ok ? 1 : 0;
  };
  let written = 0;
  for (const object of objects) {
    const { namespace } = object.metadata;
    written += await attempt(namespace, write(api, owned, object, stored.get(keyOf(object.metadata))));
  }
  const kept = new Set(objects.map(({ metadata }) => keyOf(metadata)));
  const others = deleteOthers ? [...stored.values()].filter((metadata) => !kept.has(keyOf(metadata))) : [];
  let deleted = 0;
  for (const metadata of others) deleted += await attempt(metadata.namespace, remove(api, owned, metadata));
  return { written, deleted, failures };
}

/** Lists the objects with the labels of the program, by namespace and name. */
async function storedObjects(api: ApiServer, owned: OwnedObjects): Promise<ReadonlyMap<string, StoredMetadata>> {
  const labelSelector = Object.entries(owned.labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
  const stored = new Map<string, StoredMetadata>();
  const settings = { metadataOnly: true, query: { labelSelector } };
  for await (const { items } of listPages(api, listPath(owned.apiVersion, owned.namespace, owned.resource), settings, () =>
    stored.clear(),
  )) {
    for (const { metadata } of items as readonly { readonly metadata: StoredMetadata }[]) stored.set(keyOf(metadata), metadata);
  }
  return stored;
}

async function write(api: ApiServer, owned: OwnedObjects, object: OwnedObject, stored: StoredMetadata | undefined): Promise<void> {
  const { metadata } = object;
  const path = listPath(owned.apiVersion, metadata.namespace, owned.resource);
  if (stored === undefined) {
    await api({ method: "POST", path, body: object });
    return;
  }
  const body = { ...object, metadata: { ...metadata, resourceVersion: stored.resourceVersion } };
  await api({ method: "PUT", path: `${path}/${encodeURIComponent(metadata.name)}`, body });
}

/** Deletes an object unless another client has changed it. */
async function remove(api: ApiServer, owned: OwnedObjects, { namespace, name, uid, resourceVersion }: StoredMetadata): Promise<void> {
  const body = { apiVersion: "v1", kind: "DeleteOptions", preconditions: { uid, resourceVersion } };
  const path = `${listPath(owned.apiVersion, namespace, owned.resource)}/${encodeURIComponent(name)}`;
  // The namespace of the object can be deleted, too.
  await api({ method: "DELETE", path, body }).catch(undefinedIfMissing);
}

function keyOf({ namespace, name }: Pick<StoredMetadata, "namespace" | "name">): string {
  return `${namespace}/${name}`;
}
