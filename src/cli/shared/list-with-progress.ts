import type { ApiServer } from "../../cluster/api-server.ts";
import { type ListPage, listPages } from "../../cluster/list-pages.ts";
import { serverTime } from "./cluster-flags.ts";
import { listProgress, type Progress } from "./progress.ts";

/** A list in the API, the plural name of its resource, and the functions that get its pages. */
export interface ProgressList {
  readonly path: string;
  readonly resource: string;
  readonly progress: Progress;
  /** Takes a page. `readAt` is the time of the first page, whose state all pages show. */
  readonly take: (page: ListPage, readAt: Date) => void;
  /** Drops the pages that `take` has got, because the list begins again. */
  readonly restart: () => void;
}

/**
 * Reads the pages of a list, and shows the progress. Returns the time at which the API server read
 * the first page. Throws a usage error if the API server sends no time.
 */
export async function listWithProgress(api: ApiServer, { path, resource, progress, take, restart }: ProgressList): Promise<Date> {
  let count = 0;
  let readAt: Date | undefined;
  const restartAll = (): void => {
    [count, readAt] = [0, undefined];
    restart();
  };
  for await (const page of listPages(api, path, {}, restartAll)) {
    readAt ??= serverTime(page);
    take(page, readAt);
    count += page.items.length;
    progress.show(() => listProgress(count, resource));
  }
  return readAt ?? new Date(0);
}
