import { fstatSync } from "node:fs";

/** Of standard output: NO_COLOR and FORCE_COLOR, as no-color.org and Node have them; else colour is for terminals. */
export function wantsColor(): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  return FORCE_COLOR === undefined ? isTerminal(1) : FORCE_COLOR !== "0";
}

/** Of a descriptor. A pipe or a file need not wait for node:tty, which brings node:net and takes milliseconds. */
export function isTerminal(descriptor: number): boolean {
  return fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule("node:tty").isatty(descriptor);
}
