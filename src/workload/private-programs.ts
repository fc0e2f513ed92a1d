import type { FieldError } from "../core/field/error.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import type { ElectionProgram } from "./program.ts";
import { type ProgramForm, programErrors } from "./program-errors.ts";

/**
 * Returns the programs of `.lease-guard.yaml`, whose types the JSON Schema has checked. Their facts
 * count as verified, because they are about the user's own programs.
 */
export function privatePrograms(
  programs: readonly ProgramForm[],
): Result<readonly ElectionProgram[], readonly FieldError[]> {
  const errors = programErrors(programs);
  if (errors.length === 0) return ok(programs.map((program) => ({ ...program, isVerified: true })));
  return failed(errors.map((error) => ({ ...error, field: ["programs", ...error.field] })));
}
