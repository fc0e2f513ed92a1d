import type { FailingFrom } from "../core/field/severity.ts";
import type { Place } from "../core/text/position.ts";

/** Formats the result of a command. A report that is not empty ends with a line break. */
export type Report<T> = (result: T, context: ReportContext) => string;

export interface ReportContext {
  readonly version: string;
  /** True if the report uses ANSI colors, in the formats that have colors. */
  readonly color: boolean;
  /** True if a report for people omits the summary. */
  readonly quiet?: boolean;
  /** True if a report also lists what it leaves out by default, such as skipped objects. */
  readonly verbose?: boolean;
  /**
   * The lowest severity that makes the exit code 1. A format with failed tests has one exactly if
   * the exit code is not 0.
   */
  readonly failingFrom: FailingFrom;
  /** What makes the exit code 2, as lines, if the result of the command does not contain it. */
  readonly errors?: readonly string[];
  /** Returns the Markdown page of a rule, or the section of another origin of findings. */
  readonly rulePage: (id: string) => string | undefined;
  /**
   * Converts the path of an input for a format that names files of a repository: relative to the
   * root of the repository, or absolute. `-` does not change.
   */
  readonly repositoryPath: (file: string) => string;
}

/**
 * A line of source and a line with a caret below the column. Both lines are indented and sanitized.
 */
export interface SourceExcerpt {
  readonly line: string;
  readonly caret: string;
}

export interface ShownPlace extends Place {
  /** The source line. If the source is not available, the field is absent. */
  readonly excerpt?: SourceExcerpt;
}

/**
 * A problem with an input, such as a syntax error, an invalid field, or a crash of a rule, and its
 * position.
 */
export interface Problem extends ShownPlace {
  readonly message: string;
  /**
   * True if the file could not be read. `line` and `column` then have no meaning, and the message
   * continues the name of the file.
   */
  readonly unread?: true;
}
