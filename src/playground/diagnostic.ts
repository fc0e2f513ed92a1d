import type { Position } from "../text/position.ts";
import type { Finding } from "../validate/verdict.ts";
import type { Pane } from "./playground-input.ts";

/** What an editor shows at a position of a text. */
export interface Diagnostic extends Position {
  readonly pane: Pane;
  /** The mode of a finding. `error` is a text that cannot be read, and `note` is a remark. */
  readonly level: Finding["mode"] | "error" | "note";
  readonly message: string;
  /** The rule that reports a finding, or another origin such as `schema/type`. */
  readonly origin?: string;
}

/** Returns an error in a text that cannot be read. */
export function unreadable(pane: Pane, { line, column }: Position, message: string): Diagnostic {
  return { pane, line, column, level: "error", message };
}
