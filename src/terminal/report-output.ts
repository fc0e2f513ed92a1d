import { InvalidArgumentError } from "commander";

/** The format of a report, and its file. Without a file, the report goes to standard output. */
export interface ReportOutput<Format extends string> {
  readonly format: Format;
  readonly file?: string;
}

/** Parses `FORMAT` or `FORMAT=FILE`. */
export function parseOutput<Format extends string>(text: string, formats: readonly Format[]): ReportOutput<Format> {
  const [name = "", file] = text.split(/=(.*)/s, 2);
  const format = formats.find((known) => known === name);
  if (format === undefined || file === "")
    throw new InvalidArgumentError(`must be ${formats.join(", ")}, or one of them with =FILE`);
  return file === undefined ? { format } : { format, file };
}
