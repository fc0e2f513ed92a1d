import type { FieldPath } from "../../core/field/path.ts";

/** A valid part of a policy that is probably a mistake. */
export interface PolicyWarning {
  readonly field: FieldPath;
  /** The message, or a function that returns the message with the lines of other fields. */
  readonly message: string | ((lineOf: (field: FieldPath) => number) => string);
}
