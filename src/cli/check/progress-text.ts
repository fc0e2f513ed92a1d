import { pluralize } from "../../text/pluralize.ts";

/** The number of files that a run has read, and the number of objects that it has validated. */
interface Done {
  readonly files: number;
  readonly checked: number;
}

/** Returns a line such as `checking: 2 objects in 1 file`. */
export function progressText({ files, checked }: Done): string {
  return `checking: ${pluralize(checked, "object")} in ${pluralize(files, "file")}`;
}
