import { type FindProgram, programFinder } from "./find-program.ts";
import type { ElectionProgram } from "./program.ts";
import { programs } from "./programs/index.ts";

/** Finds the programs of the table, and those of `.lease-guard.yaml`. */
export function tableFinder(own: readonly ElectionProgram[] = []): FindProgram {
  return programFinder(programs, own);
}
