import type { ApiServer } from "../cluster/api-server.ts";
import { undefinedIfMissing } from "../cluster/cluster-error.ts";
import { listParts } from "../cluster/list-pages.ts";
import { readResource } from "../cluster/read-resource.ts";
import type { Fields } from "../core/api/fields.ts";
import { isJsonObject } from "../core/api/json-object.ts";
import { apiGroupOf } from "../core/api/meta.ts";
import { listPath, objectPath, type UnreadResource } from "../core/api/requests.ts";
import { listProgress, type Progress } from "../terminal/progress.ts";
import {
  type Snapshot,
  type SnapshotKind,
  type SnapshotObject,
  snapshotObject,
  snapshotResourceName,
  snapshotResources,
} from "./snapshot.ts";
import { doesNotFit, keptFields, snapshotBudget } from "./snapshot-budget.ts";

/** Collects objects of a cluster. */
export class SnapshotBuilder {
  readonly #api: ApiServer;
  readonly #progress: Progress;
  readonly #objects: SnapshotObject[] = [];
  readonly #read = new Set<SnapshotKind>();
  readonly #unread: UnreadResource[] = [];
  readonly #budget = snapshotBudget();

  constructor(api: ApiServer, progress: Progress) {
    this.#api = api;
    this.#progress = progress;
  }

  async list(kind: SnapshotKind, namespace?: string): Promise<void> {
    await this.#collect(kind, namespace, { shorten: (value) => value });
  }

  /**
   * Reads the objects of a kind in the first of some API versions that the API server serves, such
   * as `v1beta1`. If it serves none of them, there are no objects.
   */
  async listServed(kind: SnapshotKind, versions: readonly string[]): Promise<void> {
    const { apiVersion, resource } = snapshotResources[kind];
    const group = apiGroupOf(apiVersion);
    await this.#collectKind(kind, async () => {
      for (const version of versions) {
        const path = listPath(`${group}/${version}`, undefined, resource);
        const found = await this.#items(kind, path, { shorten: (value) => value }).catch(undefinedIfMissing);
        if (found !== undefined) return found;
      }
      return [];
    });
  }

  async listMetadata(kind: SnapshotKind): Promise<void> {
    await this.#collect(kind, undefined, { metadataOnly: true, shorten: ({ metadata }) => ({ metadata }) });
  }

  /**
   * Reads the Leases, and keeps only the fields that the checks need, because there can be many
   * Leases.
   */
  async listLeases(): Promise<void> {
    await this.#collect("Lease", undefined, { shorten: (value) => keptFields("Lease", value) });
  }

  /** Reads one object. A missing object is not an error. */
  async get(kind: SnapshotKind, namespace: string, name: string): Promise<void> {
    const path = objectPath({ ...snapshotResources[kind], namespace, name });
    await this.#collectKind(kind, async () => {
      const response = await this.#api({ method: "GET", path }).catch(undefinedIfMissing);
      return response === undefined ? [] : [toObject(kind, response.body as Fields)];
    });
  }

  /**
   * Returns the result of requests, or undefined after an error of the API server, which becomes an
   * entry of `unread`. Rejects in the same cases as `readResource`.
   */
  async attempt<T>(resource: string, read: () => Promise<T>): Promise<T | undefined> {
    const result = await readResource(resource, read());
    if (result.ok) return result.value;
    this.#addUnread(resource, result.error.reason);
    return undefined;
  }

  #addUnread(resource: string, reason: string): void {
    if (!this.#unread.some((each) => each.resource === resource)) this.#unread.push({ resource, reason });
  }

  snapshot(): Snapshot {
    return { objects: [...this.#objects], read: new Set(this.#read), unread: [...this.#unread] };
  }

  async #collect(kind: SnapshotKind, namespace: string | undefined, reading: ListReading): Promise<void> {
    const { apiVersion, resource } = snapshotResources[kind];
    const path = listPath(apiVersion, namespace, resource);
    await this.#collectKind(kind, () => this.#items(kind, path, reading));
  }

  async #items(
    kind: SnapshotKind,
    path: string,
    { shorten, ...settings }: ListReading,
  ): Promise<readonly SnapshotObject[]> {
    const found: SnapshotObject[] = [];
    const parts = listParts(this.#api, path, settings, () => found.splice(0));
    for await (const { items, exceeding } of parts) {
      for (const value of items) {
        const kept = isJsonObject(value) ? shorten(value) : undefined;
        if (kept === undefined) continue;
        if (this.#budget.admits(kept)) found.push(toObject(kind, kept));
        else this.#addUnread(snapshotResourceName(kind), doesNotFit);
      }
      for (const each of exceeding)
        this.#addUnread(snapshotResourceName(kind), `${each.namespace ?? ""}/${each.name ?? ""} ${each.limit}`);
      this.#progress.show(() => listProgress(found.length, snapshotResources[kind].resource));
    }
    return found;
  }

  /**
   * Adds the objects that `read` returns. The kind counts as read if all its lists have been read.
   */
  async #collectKind(kind: SnapshotKind, read: () => Promise<readonly SnapshotObject[]>): Promise<void> {
    const resource = snapshotResourceName(kind);
    const found = await this.attempt(resource, read);
    for (const object of found ?? []) this.#objects.push(object);
    if (this.#unread.some((each) => each.resource === resource)) this.#read.delete(kind);
    else this.#read.add(kind);
  }
}

interface ListReading {
  readonly metadataOnly?: boolean;
  /** Returns the part of an object that the checks need. */
  readonly shorten: (value: Fields) => Fields;
}

/** Sets the kind, because the items of a list have no kind. */
function toObject(kind: SnapshotKind, value: Fields): SnapshotObject {
  return snapshotObject(kind, { ...value, kind });
}
