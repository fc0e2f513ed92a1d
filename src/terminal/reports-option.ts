import { InvalidArgumentError, Option } from "commander";
import { UsageError } from "./errors.ts";

/** The format of a report, and its file. Without a file, the report goes to standard output. */
export interface ReportOutput<Format extends string> {
  readonly format: Format;
  readonly file?: string;
}

const textOutput = [{ format: "text" }] as const satisfies readonly ReportOutput<string>[];

/**
 * Defines the flag `-o` of a command that prints reports. The formats are the keys of `reports`.
 * Each occurrence of the flag adds a report. The default is `text` on standard output.
 */
export function reportsOption(description: string, reports: object): Option {
  const formats = Object.keys(reports);
  const read = (text: string, previous: readonly ReportOutput<string>[]): readonly ReportOutput<string>[] =>
    withOutput(previous === textOutput ? [] : previous, parseOutput(text, formats));
  return new Option("-o, --output <format[=file]>", `${description}; can be repeated`)
    .choices(formats)
    .argParser(read)
    .default(textOutput, "text");
}

/** Parses `FORMAT` or `FORMAT=FILE`. */
function parseOutput(text: string, formats: readonly string[]): ReportOutput<string> {
  const [format = "", file] = text.split(/=(.*)/s, 2);
  if (!formats.includes(format) || file === "")
    throw new InvalidArgumentError(`must be ${formats.join(", ")}, or one of them with =FILE`);
  return file === undefined ? { format } : { format, file };
}

/**
 * Adds an output. Throws a usage error if two reports go to standard output or to the same file. On
 * standard output, no program could separate the reports. In a file, the later report would replace
 * the earlier one.
 */
function withOutput(
  outputs: readonly ReportOutput<string>[],
  output: ReportOutput<string>,
): readonly ReportOutput<string>[] {
  const { format, file } = output;
  const other = outputs.find((earlier) => earlier.file === file);
  if (other === undefined) return [...outputs, output];
  const remedy = file === undefined ? `write ${format}=FILE` : `name another file for ${format}`;
  throw new UsageError(
    `--output: ${other.format} and ${format} must not both go to ${file ?? "standard output"}; ${remedy}`,
  );
}
