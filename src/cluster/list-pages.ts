import { property } from "../core/api/json-object.ts";
import type { Identity } from "../core/api/listed-objects.ts";
import { readLists } from "../manifest/read-lists.ts";
import { type ApiServer, mustBeJson } from "./api-server.ts";
import { ClusterError } from "./cluster-error.ts";

/** The maximum number of objects in a page, which is also the default of `kubectl`. */
const pageSize = 500;

export type ExceedingItem = Identity & { readonly limit: string };

/** A part of a list that arrived at once. */
export interface PagePart {
  /** The objects, with their apiVersion and kind if the list has a kind. */
  readonly items: readonly unknown[];
  readonly exceeding: readonly ExceedingItem[];
  /** The time of the API server when it read the page. */
  readonly date: Date | undefined;
}

export interface ListSettings {
  /** True for a list with only the metadata of the objects. */
  readonly metadataOnly?: boolean;
  /** Parameters of the query, such as a label selector. */
  readonly query?: Readonly<Record<string, string>>;
}

const metadataTypes = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

/**
 * Yields the parts of a list in the order in which they arrive, and keeps none of them. `path` is
 * the path of a resource, such as `/apis/coordination.k8s.io/v1/leases`. If the list expires before
 * its last page, calls `onRestart`, so that the caller can discard the earlier parts. Then requests
 * the whole list. Rejects with a `ClusterError` if a request fails.
 */
export async function* listParts(
  api: ApiServer,
  path: string,
  settings: ListSettings,
  onRestart: () => void,
): AsyncGenerator<PagePart, void> {
  const accept = settings.metadataOnly === true ? metadataTypes : "application/json";
  const page = (query: Readonly<Record<string, string>>): Page => {
    const search = new URLSearchParams({ ...settings.query, ...query });
    return readPage(api, `${path}?${search}`, accept);
  };
  let next = yield* page({ limit: String(pageSize) });
  while (next !== "") {
    try {
      next = yield* page({ limit: String(pageSize), continue: next });
    } catch (error) {
      // The API server no longer has the version of the first page.
      if (!(error instanceof ClusterError) || error.status !== 410) throw error;
      onRestart();
      next = yield* page({});
    }
  }
}

/** Yields the parts of a page, and returns the token of the next page. */
type Page = AsyncGenerator<PagePart, string>;

async function* readPage(api: ApiServer, path: string, accept: string): Page {
  const { body, date } = await api({ method: "GET", path, accept, isStream: true });
  let next: unknown;
  for await (const parts of readLists(body as AsyncIterable<Uint8Array>)) {
    const [items, exceeding]: [unknown[], ExceedingItem[]] = [[], []];
    for (const part of parts) {
      if (!part.ok) throw new ClusterError(mustBeJson);
      if ("list" in part.value) next = property(property(part.value.rest, "metadata"), "continue");
      else if (part.value.exceeded === undefined) items.push(part.value.value);
      else exceeding.push({ ...part.value.identity, limit: part.value.exceeded });
    }
    yield { items, exceeding, date };
  }
  return typeof next === "string" ? next : "";
}
