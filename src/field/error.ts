import { goQuote } from "./go-quote.ts";
import { type FieldPath, formatPath, shorten } from "./path.ts";

/** What is wrong with a field, in the words of `metav1.CauseType`; the text is how a message begins. */
const typeTexts = {
  FieldValueRequired: "Required value",
  FieldValueInvalid: "Invalid value",
  FieldValueTypeInvalid: "Invalid value",
  FieldValueNotSupported: "Unsupported value",
  FieldValueForbidden: "Forbidden",
  FieldValueTooLong: "Too long",
} as const;

/** `metav1.CauseType`, as far as Leases and LeaseCandidates need it. */
export type CauseType = keyof typeof typeTexts;

/** One fault of one field. `badValue` is absent where the message does not show the value. */
export interface FieldError {
  readonly type: CauseType;
  readonly field: FieldPath;
  readonly badValue?: unknown;
  readonly detail: string;
  /** Index of the list's item at fault where `field` does not tell it, as with owner references until Kubernetes 1.37. */
  readonly item?: number;
  /** The limit of a value that is too long, because older Kubernetes versions word it differently. */
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

/** `maxBytes` is a length in UTF-8 bytes, as all of Kubernetes' limits are. */
export function tooLong(field: FieldPath, maxBytes: number): FieldError {
  return { type: "FieldValueTooLong", field, detail: `may not be more than ${maxBytes} bytes`, maxBytes };
}

/** The message without its field, worded as kube-apiserver words it (`field.Error.ErrorBody` in k8s.io/apimachinery 0.36). */
export function errorBody({ type, badValue, detail }: FieldError): string {
  const shown = badValue === undefined ? "" : `: ${showValue(badValue)}`;
  return `${typeTexts[type]}${shown}${detail === "" ? "" : `: ${shorten(detail)}`}`;
}

/** The whole message: `spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0`; without a field it speaks of all that was submitted. */
export function errorText(error: FieldError): string {
  const field = formatPath(error.field);
  return field === "" ? errorBody(error) : `${field}: ${errorBody(error)}`;
}

function showValue(value: unknown): string {
  if (typeof value === "string") return goQuote(shorten(value));
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? "[…]" : "{…}";
}
