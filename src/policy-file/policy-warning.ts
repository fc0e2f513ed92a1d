import type { FieldPath } from "../field/path.ts";

/** A valid part of a policy that is probably a mistake. */
export interface PolicyWarning {
  readonly field: FieldPath;
  /** A function returns the message with the line of another field. */
  readonly message: string | ((lineOf: (field: FieldPath) => number) => string);
}
