import type { ApiServer } from "../../cluster/api-server.ts";
import { ClusterError } from "../../cluster/cluster-error.ts";
import { listPages } from "../../cluster/list-pages.ts";
import { type Fields, fieldAt, objectsAt, textAt } from "../../doctor/fields.ts";
import { type Snapshot, type SnapshotKind, type SnapshotObject, snapshotResources, type UnreadResource } from "../../doctor/snapshot.ts";

/** Collects objects of a cluster. An error about one resource does not stop the others. */
export class SnapshotBuilder {
  readonly #api: ApiServer;
  readonly #objects: SnapshotObject[] = [];
  readonly #read = new Set<SnapshotKind>();
  readonly #unread: UnreadResource[] = [];

  constructor(api: ApiServer) {
    this.#api = api;
  }

  /** Reads all objects of a list. */
  async list(kind: SnapshotKind, path: string): Promise<void> {
    await this.#collect(kind, path, { shorten: (value) => value });
  }

  /** Reads the metadata of all objects of a list. */
  async listMetadata(kind: SnapshotKind, path: string): Promise<void> {
    await this.#collect(kind, path, { metadataOnly: true, shorten: ({ metadata }) => ({ metadata }) });
  }

  /** Reads the Leases, and keeps only what the checks need, because there can be many. */
  async listLeases(path: string): Promise<void> {
    await this.#collect("Lease", path, { shorten: shortLease });
  }

  /** Reads one object. A missing object is not an error. */
  async get(kind: SnapshotKind, path: string): Promise<void> {
    await this.#attempt(kind, async () => {
      const { body } = await this.#api({ method: "GET", path });
      this.#objects.push(toObject(kind, body as Fields));
    });
  }

  /** Returns what was read so far. */
  snapshot(): Snapshot {
    return { objects: [...this.#objects], read: new Set(this.#read), unread: [...this.#unread] };
  }

  async #collect(
    kind: SnapshotKind,
    path: string,
    settings: { readonly metadataOnly?: boolean; readonly shorten: (value: Fields) => Fields },
  ): Promise<void> {
    await this.#attempt(kind, async () => {
      const found: SnapshotObject[] = [];
      const pages = listPages(this.#api, path, settings, () => found.splice(0));
      for await (const { list } of pages) found.push(...objectsAt(list, "items").map((value) => toObject(kind, settings.shorten(value))));
      this.#objects.push(...found);
    });
  }

  /** Rejects only if the API server does not respond, because all other requests then fail, too. */
  async #attempt(kind: SnapshotKind, read: () => Promise<void>): Promise<void> {
    const resource = snapshotResources[kind];
    try {
      await read();
      if (!this.#unread.some((each) => each.resource === resource)) this.#read.add(kind);
    } catch (error) {
      if (!(error instanceof ClusterError) || error.status === undefined) throw error;
      if (error.status === 404 && kind === "ConfigMap") this.#read.add(kind);
      else this.#fail(kind, error.message);
    }
  }

  #fail(kind: SnapshotKind, reason: string): void {
    const resource = snapshotResources[kind];
    this.#read.delete(kind);
    if (!this.#unread.some((each) => each.resource === resource)) this.#unread.push({ resource, reason });
  }
}

function toObject(kind: SnapshotKind, value: Fields): SnapshotObject {
  return { kind, namespace: textAt(value, "metadata", "namespace"), name: textAt(value, "metadata", "name"), value: { ...value, kind } };
}

function shortLease(value: Fields): Fields {
  const { namespace, name } = { namespace: textAt(value, "metadata", "namespace"), name: textAt(value, "metadata", "name") };
  const { holderIdentity, leaseDurationSeconds } = {
    holderIdentity: textAt(value, "spec", "holderIdentity"),
    leaseDurationSeconds: fieldAt(value, "spec", "leaseDurationSeconds"),
  };
  return { metadata: { namespace, name }, spec: { holderIdentity, leaseDurationSeconds } };
}
