import { fstatSync } from "node:fs";

/** Of a descriptor. A pipe or a file need not wait for node:tty, which brings node:net and takes milliseconds. */
export function isTerminal(descriptor: number): boolean {
  return fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule("node:tty").isatty(descriptor);
}
