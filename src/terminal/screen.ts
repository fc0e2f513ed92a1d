import { isTerminal, stdout } from "./output.ts";

/** The size of a terminal, in rows and columns. */
export interface Screen {
  readonly rows: number;
  readonly columns: number;
}

/**
 * Returns the size of the terminal. Returns undefined if standard output is not a terminal, or if
 * the terminal cannot move its cursor.
 */
export function terminalScreen(): Screen | undefined {
  if (process.env["TERM"] === "dumb" || !isTerminal(stdout)) return undefined;
  const { rows, columns } = process.stdout;
  // A terminal without a size reports 0.
  return rows > 0 && columns > 0 ? { rows, columns } : undefined;
}

/** The sequence that moves the cursor of a terminal to the first line and erases the screen. */
export const clearScreen = "\u001b[H\u001b[2J";
