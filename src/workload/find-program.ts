import type { ElectionProgram } from "./program.ts";
import type { Read } from "./setting-text.ts";

/** What a container runs. `words` are the elements of its command and arguments. */
export interface ContainerProgram {
  readonly image: string;
  readonly words: readonly string[];
}

/** Finds the program of a container, or the reason why not exactly one row describes it. */
export type FindProgram = (container: ContainerProgram) => Read<ElectionProgram | undefined>;

/**
 * Returns the function that finds programs in the table. `own` are the programs of
 * `.lease-guard.yaml`, which override the rows with the same images.
 */
export function programFinder(table: readonly ElectionProgram[], own: readonly ElectionProgram[] = []): FindProgram {
  const [tableRows, ownRows] = [rowsByImage(table), rowsByImage(own)];
  return ({ image, words }) => {
    const path = imagePath(image);
    const rows = rowsOf(ownRows, path) ?? rowsOf(tableRows, path);
    if (rows === undefined) return { value: undefined, reason: `the image ${image} is not in the program table` };
    const value = withCommand(rows, words);
    const reason = `the image ${image} is in the program table, but not with this command`;
    return value === undefined ? { value, reason } : { value };
  };
}

type RowsByImage = ReadonlyMap<string, readonly ElectionProgram[]>;

function rowsByImage(programs: readonly ElectionProgram[]): RowsByImage {
  const rows = new Map<string, readonly ElectionProgram[]>();
  for (const program of programs)
    for (const image of program.images) rows.set(image, [...(rows.get(image) ?? []), program]);
  return rows;
}

/** Returns the rows for the longest end of the path that the table contains. */
function rowsOf(rows: RowsByImage, path: readonly string[]): readonly ElectionProgram[] | undefined {
  for (const start of path.keys()) {
    const found = rows.get(path.slice(start).join("/"));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the parts of the name of an image, without its tag and digest. */
function imagePath(image: string): readonly string[] {
  const parts = (image.split("@", 1)[0] ?? "").split("/");
  return parts.map((part, index) => (index === parts.length - 1 ? part.replace(/:.*$/s, "") : part));
}

function withCommand(rows: readonly ElectionProgram[], words: readonly string[]): ElectionProgram | undefined {
  // The argument of `sh -c` is a whole command.
  const names = new Set(
    words.flatMap((word) => word.split(/\s+/)).map((word) => word.slice(word.lastIndexOf("/") + 1)),
  );
  const named = rows.filter(({ commands }) => commands?.some((command) => names.has(command)) === true);
  const [first, second] = named.length > 0 ? named : rows.filter(({ commands }) => commands === undefined);
  return second === undefined ? first : undefined;
}
