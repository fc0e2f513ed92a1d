import type { ApiServer } from "../cluster/api-server.ts";
import { listParts, type PagePart } from "../cluster/list-pages.ts";
import { serverTime } from "./cluster-flags.ts";
import { listProgress, type Progress } from "./progress.ts";

export interface ProgressList {
  readonly path: string;
  readonly resource: string;
  readonly progress: Progress;
  /** Takes a part. `readAt` is the time of the first page, whose state all pages show. */
  readonly take: (part: PagePart, readAt: Date) => void;
  /** Drops the parts that `take` has got, because the list begins again. */
  readonly restart: () => void;
}

/**
 * Reads the pages of a list, and shows the progress. Returns the time at which the API server read
 * the first page. Throws a usage error if the API server sends no time.
 */
export async function listWithProgress(
  api: ApiServer,
  { path, resource, progress, take, restart }: ProgressList,
): Promise<Date> {
  let count = 0;
  let readAt: Date | undefined;
  const restartAll = (): void => {
    [count, readAt] = [0, undefined];
    restart();
  };
  for await (const part of listParts(api, path, {}, restartAll)) {
    readAt ??= serverTime(part);
    take(part, readAt);
    count += part.items.length;
    progress.show(() => listProgress(count, resource));
  }
  return readAt ?? new Date(0);
}
