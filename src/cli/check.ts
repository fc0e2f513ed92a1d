import { readFileSync, writeFileSync } from "node:fs";
import { isatty } from "node:tty";
import { Command, InvalidArgumentError, Option } from "commander";
import { decodeText, maxInputBytes } from "../manifest/decode-text.ts";
import { type ReportFormat, reports } from "../report/reports.ts";
import type { CheckResult } from "../report/result.ts";
import { rules } from "../rules/index.ts";
import { createValidate } from "../validate/validate.ts";
import { checkText, type Input, merge } from "./check-text.ts";
import { findFiles } from "./find-files.ts";
import { packageVersion } from "./package-version.ts";
import { oneLine, UsageError } from "./usage-error.ts";

/** Where one report goes: standard output without a file. */
interface Output {
  readonly format: ReportFormat;
  readonly file?: string;
}

interface CheckFlags {
  readonly namespace: string;
  readonly output?: readonly Output[];
  readonly failOn: "deny" | "warn";
}

/** `lease-guard check`: 0 when nothing was found, 1 for findings, 2 for what could not be read. */
export function checkCommand(): Command {
  return new Command("check")
    .description("judge the Leases and LeaseCandidates of manifests, as the webhook would")
    .argument("<path...>", "files, directories, or - for standard input")
    .option("-n, --namespace <name>", "the namespace of objects that name none", "default")
    .option("-o, --output <format[=file]>", `a report, ${Object.keys(reports).join(", ")}; may be repeated (default: text)`, collectOutput)
    .addOption(new Option("--fail-on <mode>", "the least mode that makes the exit code 1").choices(["deny", "warn"]).default("deny"))
    .action(async (paths: readonly string[], flags: CheckFlags) => {
      process.exitCode = await runCheck(paths, flags);
    });
}

function collectOutput(text: string, previous: readonly Output[] = []): readonly Output[] {
  const [format = "", file] = text.split(/=(.*)/s, 2);
  if (!isFormat(format)) throw new InvalidArgumentError(`must be ${Object.keys(reports).join(", ")}, or one of them with =FILE`);
  return [...previous, file === undefined ? { format } : { format, file }];
}

function isFormat(format: string): format is ReportFormat {
  return Object.hasOwn(reports, format);
}

async function runCheck(paths: readonly string[], { namespace, output = [{ format: "text" }], failOn }: CheckFlags): Promise<number> {
  const validate = createValidate(rules);
  const { inputs, faults } = readInputs(paths);
  const result: CheckResult = {
    ...merge(await Promise.all(inputs.map((input) => checkText(input, validate, namespace)))),
    files: inputs.length + faults.length,
  };
  const context = { version: packageVersion(), color: wantsColor(), sourceLine: sourceLines(inputs) };
  for (const { format, file } of output) writeReport(file, reports[format](result, context));
  for (const fault of faults) process.stderr.write(`error: ${oneLine(fault)}\n`);
  if (faults.length > 0 || result.problems.length > 0) return 2;
  const fails = result.findings.some(({ mode }) => mode === "deny" || (failOn === "warn" && mode === "warn"));
  return fails ? 1 : 0;
}

/** Standard output by its number: opened as a stream it would no longer block, and a slow reader would get half a report. */
const stdout = 1;

function writeReport(file: string | undefined, text: string): void {
  try {
    writeFileSync(file ?? stdout, text);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Whoever reads no further, as `head` does, has what it wanted.
    if (file === undefined && code === "EPIPE") return;
    throw new UsageError(`${file ?? "standard output"} must be writable: ${message}`);
  }
}

/** Every input that can be read, and a line for each that cannot: one broken file does not hide the others. */
function readInputs(paths: readonly string[]): { readonly inputs: readonly Input[]; readonly faults: readonly string[] } {
  const inputs: Input[] = [];
  const faults: string[] = [];
  const attempt = (path: string, read: () => void) => {
    try {
      read();
    } catch (error) {
      faults.push(`${path} must be readable: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  for (const path of paths) {
    attempt(path, () => {
      for (const file of findFiles(path)) attempt(file, () => inputs.push({ file, text: readText(file) }));
    });
  }
  return { inputs, faults };
}

function readText(file: string): string {
  const bytes = readFileSync(file === "-" ? 0 : file);
  if (bytes.length > maxInputBytes) throw new Error(`it must not be larger than ${maxInputBytes} bytes: split it`);
  return decodeText(bytes);
}

/** NO_COLOR and FORCE_COLOR, as no-color.org and Node have them; else colour is for terminals. */
function wantsColor(): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  return FORCE_COLOR === undefined ? isatty(stdout) : FORCE_COLOR !== "0";
}

function sourceLines(inputs: readonly Input[]): (file: string, line: number) => string | undefined {
  const lines = new Map<string, readonly string[]>();
  return (file, line) => {
    const known = lines.get(file) ?? inputs.find((input) => input.file === file)?.text.split(/\r?\n/) ?? [];
    lines.set(file, known);
    return known[line - 1];
  };
}
