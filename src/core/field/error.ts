import { goQuote } from "./go-quote.ts";
import type { ObjectReference } from "./object-reference.ts";
import { type FieldPath, formatPath, shorten } from "./path.ts";

/** The words at the beginning of a message, by cause type (`metav1.CauseType`). */
const typeTexts = {
  FieldValueRequired: "Required value",
  FieldValueInvalid: "Invalid value",
  FieldValueTypeInvalid: "Invalid value",
  FieldValueNotSupported: "Unsupported value",
  FieldValueForbidden: "Forbidden",
  FieldValueTooLong: "Too long",
} as const;

export type CauseType = keyof typeof typeTexts;

/** An error about a field. If the message does not show the value, `badValue` is absent. */
export interface FieldError {
  readonly type: CauseType;
  readonly field: FieldPath;
  readonly badValue?: unknown;
  readonly detail: string;
  /** The object that the value contradicts, for an error of a relation rule. */
  readonly other?: ObjectReference | undefined;
}

export function required(field: FieldPath, detail = ""): FieldError {
  return { type: "FieldValueRequired", field, detail };
}

export function invalid(field: FieldPath, badValue: unknown, detail: string): FieldError {
  return { type: "FieldValueInvalid", field, badValue, detail };
}

export function typeInvalid(field: FieldPath, badValue: unknown, detail: string): FieldError {
  return { type: "FieldValueTypeInvalid", field, badValue, detail };
}

export function notSupported(field: FieldPath, badValue: unknown, supported: readonly string[]): FieldError {
  const values = supported.map(goQuote).join(", ");
  return { type: "FieldValueNotSupported", field, badValue, detail: `supported values: ${values}` };
}

export function forbidden(field: FieldPath, detail: string): FieldError {
  return { type: "FieldValueForbidden", field, detail };
}

export function tooLong(field: FieldPath, maxBytes: number): FieldError {
  return { type: "FieldValueTooLong", field, detail: `may not be more than ${maxBytes} bytes` };
}

/**
 * Returns the message of an error without the path of the field, in the format of
 * `field.Error.ErrorBody` of apimachinery 0.36.
 */
export function errorBody({ type, badValue, detail }: FieldError): string {
  const shown = badValue === undefined ? "" : `: ${showValue(badValue)}`;
  return `${typeTexts[type]}${shown}${detail === "" ? "" : `: ${shorten(detail)}`}`;
}

/**
 * Returns the message of an error with the path of the field, such as `spec.leaseDurationSeconds:
 * Invalid value: 0: must be greater than 0`. An error about the whole object has no path.
 */
export function errorText(error: FieldError): string {
  return fieldMessage(shownError(error));
}

/** An error in the form that responses and reports show. */
export interface ShownError {
  /** The field path as Kubernetes prints it, or "" for the whole object. */
  readonly field: string;
  /** The message from `errorBody`, which does not contain the field. */
  readonly message: string;
}

export function shownError(error: FieldError): ShownError {
  return { field: formatPath(error.field), message: errorBody(error) };
}

export function fieldMessage({ field, message }: ShownError): string {
  return field === "" ? message : `${field}: ${message}`;
}

function showValue(value: unknown): string {
  if (typeof value === "string") return goQuote(shorten(value));
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? "[…]" : "{…}";
}
