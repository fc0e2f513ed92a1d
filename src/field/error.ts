import { goQuote } from "./go-quote.ts";
import { type FieldPath, formatPath, shorten } from "./path.ts";

/** The beginning of a message for each `metav1.CauseType`. */
const typeTexts = {
  FieldValueRequired: "Required value",
  FieldValueInvalid: "Invalid value",
  FieldValueTypeInvalid: "Invalid value",
  FieldValueNotSupported: "Unsupported value",
  FieldValueForbidden: "Forbidden",
  FieldValueTooLong: "Too long",
} as const;

/** The values of `metav1.CauseType` that Leases and LeaseCandidates need. */
export type CauseType = keyof typeof typeTexts;

/** One error of one field. `badValue` is absent if the message does not show the value. */
export interface FieldError {
  readonly type: CauseType;
  readonly field: FieldPath;
  readonly badValue?: unknown;
  readonly detail: string;
  /**
   * The index of the wrong list item if `field` does not have it, as in owner references until
   * Kubernetes 1.37.
   */
  readonly item?: number;
  /**
   * The limit of a value that is too long, because older Kubernetes versions word it differently.
   */
  readonly maxBytes?: number;
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

/** `maxBytes` is a length in UTF-8 bytes, the unit of every Kubernetes limit. */
export function tooLong(field: FieldPath, maxBytes: number): FieldError {
  return { type: "FieldValueTooLong", field, detail: `may not be more than ${maxBytes} bytes`, maxBytes };
}

/** Returns the message without its field, as `field.Error.ErrorBody` of apimachinery 0.36 does. */
export function errorBody({ type, badValue, detail }: FieldError): string {
  const shown = badValue === undefined ? "" : `: ${showValue(badValue)}`;
  return `${typeTexts[type]}${shown}${detail === "" ? "" : `: ${shorten(detail)}`}`;
}

/**
 * The whole message: `spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0`; an
 * error without a field is about the whole object.
 */
export function errorText(error: FieldError): string {
  return fieldMessage({ field: formatPath(error.field), message: errorBody(error) });
}

/** `FIELD: MESSAGE`, or the message alone if it is about the whole object, whose field is empty. */
export function fieldMessage({ field, message }: { readonly field: string; readonly message: string }): string {
  return field === "" ? message : `${field}: ${message}`;
}

function showValue(value: unknown): string {
  if (typeof value === "string") return goQuote(shorten(value));
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? "[…]" : "{…}";
}
