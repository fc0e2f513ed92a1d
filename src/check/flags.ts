import { InvalidArgumentError } from "commander";
import type { FieldValidation } from "../core/api/field-validation.ts";
import type { ChosenVersion, KubernetesVersion } from "../core/api/kubernetes-version.ts";
import { boundTokenKeys } from "../core/api/user-extra.ts";
import type { ChangeOperation } from "../rules/rule.ts";
import type { ExcludePatterns } from "../terminal/exclude.ts";
import type { FailOn } from "../terminal/failing-modes.ts";
import type { ReportOutput } from "../terminal/reports-option.ts";
import type { ElectionProgram } from "../workload/program.ts";
import type { ReportFormat } from "./reports/reports.ts";

/** The field `extra` of a UserInfo: lists of values by key. */
type UserExtra = Readonly<Record<string, readonly string[]>>;

/** The strings `KEY=` with which a value of `--user-extra` begins, for shell completion. */
export const userExtraPrefixes: readonly string[] = boundTokenKeys.map((key) => `${key}=`);

export interface CheckFlags {
  /** The namespace for objects that set none. The default for Leases is `default`. */
  readonly namespace?: string;
  readonly output: readonly ReportOutput<ReportFormat>[];
  /** The lowest mode that causes exit code 1. The default is `deny`. */
  readonly failOn?: FailOn;
  /** The treatment of unknown and duplicate fields. The default is `strict`. */
  readonly validate?: FieldValidation;
  /** True for the strict field validation, and if templates and unreadable files are errors. */
  readonly strict?: true;
  /** True if a run without a checked object has a problem. */
  readonly failOnEmpty?: true;
  /** Patterns of files to leave out, in the syntax of .gitignore. */
  readonly exclude?: readonly string[];
  /** True to print findings and errors only. */
  readonly quiet?: boolean;
  /** True if the reports in `verboseFormats` also list the skipped objects. */
  readonly verbose?: true;
  /** True to report findings that never fail, too. */
  readonly info?: true;
  /** The checks that the settings file turns off. */
  readonly disabledChecks?: readonly string[];
  /** The programs that the settings file describes. */
  readonly programs?: readonly ElectionProgram[];
  /**
   * The path of the settings file, or false to read no settings file. If undefined, `check`
   * searches for `.lease-guard.yaml`.
   */
  readonly config?: string | false;
  /** The settings file's patterns of files to leave out, which are relative to `directory`. */
  readonly configuredExclude?: ExcludePatterns;
  readonly old?: readonly string[];
  readonly operation?: ChangeOperation;
  readonly user?: string;
  readonly group?: readonly string[];
  readonly userExtra?: UserExtra;
  readonly now?: Date;
  readonly policy?: string;
  readonly kubernetesVersion?: ChosenVersion<KubernetesVersion>;
  /** True if `check` compares an object only with the objects of the same file and of `--old`. */
  readonly each?: true;
  readonly watch?: true;
}

/**
 * Adds the value of one `--user-extra KEY=VALUE` to the values of earlier occurrences of the flag.
 */
export function collectUserExtra(text: string, previous: UserExtra = {}): UserExtra {
  const [key = "", value = ""] = text.split(/=(.*)/s, 2);
  if (!boundTokenKeys.includes(key) || value === "")
    throw new InvalidArgumentError(`must be KEY=VALUE, where KEY is one of ${boundTokenKeys.join(", ")}`);
  return { ...previous, [key]: [...(previous[key] ?? []), value] };
}
