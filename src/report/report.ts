/**
 * Writes the result of a command in one format; a report that is not empty ends in a line break.
 */
export type Report<T> = (result: T, context: ReportContext) => string;

/** What a report needs in addition to the result. */
export interface ReportContext {
  /** The version of lease-guard. */
  readonly version: string;
  /** Whether the text may contain ANSI colors. */
  readonly color: boolean;
  /** The Markdown page of a rule, or the section of another origin; undefined if there is none. */
  readonly rulePage: (id: string) => string | undefined;
}

/** A line of source and a caret below its column, both indented and sanitized. */
export interface SourceExcerpt {
  readonly line: string;
  readonly caret: string;
}

/** A position in an input of the command line. */
export interface Place {
  /** As given on the command line, with `/` between directories. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** Absent if the source is not available. */
  readonly excerpt?: SourceExcerpt;
}

/** An input that cannot be read, and the place where reading ended. */
export interface Problem extends Place {
  readonly message: string;
  /** True if nothing of the file was read; its place means nothing, and standard error has it. */
  readonly unread?: true;
}
