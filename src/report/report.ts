import type { Place } from "../text/position.ts";

/**
 * Writes the result of a command in one format. A report that is not empty ends in a line break.
 */
export type Report<T> = (result: T, context: ReportContext) => string;

/** The data that a report needs in addition to the result. */
export interface ReportContext {
  /** The version of lease-guard. */
  readonly version: string;
  /** True if the text may contain ANSI colors. */
  readonly color: boolean;
  /**
   * Returns the Markdown page of a rule, or the section of another origin. Returns undefined if
   * neither exists.
   */
  readonly rulePage: (id: string) => string | undefined;
}

/** A line of source and a caret below its column, both indented and sanitized. */
export interface SourceExcerpt {
  readonly line: string;
  readonly caret: string;
}

/** A place in an input of the command line, with its source. */
export interface ShownPlace extends Place {
  /** Absent if the source is not available. */
  readonly excerpt?: SourceExcerpt;
}

/** An input that cannot be read, and the place where the reader stopped. */
export interface Problem extends ShownPlace {
  readonly message: string;
  /**
   * True if the file could not be read. `line` and `column` then have no meaning, and the message
   * is already on standard error.
   */
  readonly unread?: true;
}
