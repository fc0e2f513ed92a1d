import { deleteOptions, listPath, objectPath } from "../core/api/requests.ts";
import { namespacedName } from "../core/field/object-reference.ts";
import { labelSelector } from "../core/text/shell-quote.ts";
import type { ApiServer } from "./api-server.ts";
import { resultOf, undefinedIfMissing } from "./cluster-error.ts";
import { listParts } from "./list-pages.ts";

/** The objects of a resource that belong to one program. Other objects stay unchanged. */
export interface OwnedObjects {
  readonly apiVersion: string;
  readonly resource: string;
  /** The labels that every object of the program has. They select its objects. */
  readonly labels: Readonly<Record<string, string>>;
  /** The only namespace to change. If undefined, the function changes all namespaces. */
  readonly namespace: string | undefined;
}

export interface OwnedObject {
  readonly metadata: { readonly name: string; readonly namespace: string };
}

export interface Replaced {
  readonly written: number;
  readonly deleted: number;
  readonly failures: readonly FailedChange[];
}

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
 * Returns the number of changes, and the changes that failed. A failed change does not stop the
 * other changes. Rejects with a `ClusterError` if the existing objects cannot be listed.
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
    written += await attempt(namespace, write(api, owned, object, stored.get(namespacedName(object.metadata))));
  }
  const kept = new Set(objects.map(({ metadata }) => namespacedName(metadata)));
  const others = deleteOthers ? [...stored.values()].filter((metadata) => !kept.has(namespacedName(metadata))) : [];
  let deleted = 0;
  for (const metadata of others) deleted += await attempt(metadata.namespace, remove(api, owned, metadata));
  return { written, deleted, failures };
}

async function storedObjects(api: ApiServer, owned: OwnedObjects): Promise<ReadonlyMap<string, StoredMetadata>> {
  const stored = new Map<string, StoredMetadata>();
  const settings = { metadataOnly: true, query: { labelSelector: labelSelector(owned.labels) } };
  for await (const { items } of listParts(
    api,
    listPath(owned.apiVersion, owned.namespace, owned.resource),
    settings,
    () => stored.clear(),
  )) {
    for (const { metadata } of items as readonly { readonly metadata: StoredMetadata }[])
      stored.set(namespacedName(metadata), metadata);
  }
  return stored;
}

async function write(
  api: ApiServer,
  owned: OwnedObjects,
  object: OwnedObject,
  stored: StoredMetadata | undefined,
): Promise<void> {
  const { metadata } = object;
  if (stored === undefined) {
    await api({ method: "POST", path: listPath(owned.apiVersion, metadata.namespace, owned.resource), body: object });
    return;
  }
  const body = { ...object, metadata: { ...metadata, resourceVersion: stored.resourceVersion } };
  await api({ method: "PUT", path: objectPath({ ...owned, ...metadata }), body });
}

/**
 * Deletes an object. Rejects if another client has changed the object since the listing. If the
 * object no longer exists, for example because its namespace was deleted, does nothing.
 */
async function remove(api: ApiServer, owned: OwnedObjects, metadata: StoredMetadata): Promise<void> {
  const path = objectPath({ ...owned, ...metadata });
  await api({ method: "DELETE", path, body: deleteOptions(metadata) }).catch(undefinedIfMissing);
}
