import type { ApiServer } from "./api-server.ts";
import { ClusterError } from "./cluster-error.ts";

/** The maximum number of objects in a page, which is also the default of `kubectl`. */
const pageSize = 500;

/** A page of a list, from one response of the API server. */
export interface ListPage {
  /** The body of the response, which is a list with `items`. */
  readonly list: object;
  /** At most 500 objects or, after the list has expired, all objects of the list. */
  readonly items: readonly unknown[];
  /** The time of the API server when it read the page. */
  readonly date: Date | undefined;
  /** The number of objects in later pages, or undefined if the API server does not report it. */
  readonly remaining: number | undefined;
}

/** Settings of a request for a list. */
export interface ListSettings {
  /** True for a list with only the metadata of the objects. */
  readonly metadataOnly?: boolean;
  /** Parameters of the query, such as a label selector. */
  readonly query?: Readonly<Record<string, string>>;
}

interface ListBody {
  readonly metadata?: { readonly continue?: string; readonly remainingItemCount?: number };
  /** The items. Some servers send null for an empty list. */
  readonly items?: readonly unknown[] | null;
}

const metadataTypes = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

/**
 * Yields the pages of a list. `path` is the path of a resource, such as
 * `/apis/coordination.k8s.io/v1/leases`. If the list expires before its last page, calls
 * `onRestart`, so that the caller can discard the earlier pages. Then requests the whole list and
 * yields it as one page. Rejects with a `ClusterError` if a request fails.
 */
export async function* listPages(api: ApiServer, path: string, settings: ListSettings, onRestart: () => void): AsyncIterable<ListPage> {
  const accept = settings.metadataOnly === true ? metadataTypes : "application/json";
  const read = async (query: Readonly<Record<string, string>>): Promise<ListPage & { readonly next: string }> => {
    const search = new URLSearchParams({ ...settings.query, ...query });
    const { body, date } = await api({ method: "GET", path: `${path}?${search}`, accept });
    const { metadata, items } = body as ListBody;
    return { list: body as object, items: items ?? [], date, remaining: metadata?.remainingItemCount, next: metadata?.continue ?? "" };
  };
  let page = await read({ limit: String(pageSize) });
  yield page;
  while (page.next !== "") {
    try {
      page = await read({ limit: String(pageSize), continue: page.next });
    } catch (error) {
      // The API server no longer has the version of the first page.
      if (!(error instanceof ClusterError) || error.status !== 410) throw error;
      onRestart();
      page = await read({});
    }
    yield page;
  }
}
