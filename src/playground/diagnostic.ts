import type { Position } from "../core/text/position.ts";
import type { Finding } from "../engine/validate/verdict.ts";
import type { Pane } from "./playground-input.ts";

/** A finding, an error, or a remark that the editor shows at a position of a pane. */
export interface Diagnostic extends Position {
  readonly pane: Pane;
  /**
   * The mode of a finding. `error` means that the text cannot be read, `warning` is a warning about
   * the policy, and `note` is a remark.
   */
  readonly level: Finding["mode"] | "error" | "warning" | "note";
  readonly message: string;
  /** The rule that reports a finding, or another origin such as `schema/type`. */
  readonly origin?: string;
}

export function unreadable(pane: Pane, { line, column }: Position, message: string): Diagnostic {
  return { pane, line, column, level: "error", message };
}
