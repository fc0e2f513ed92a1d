import type { FieldError } from "../core/field/error.ts";
import type { FieldPath } from "../core/field/path.ts";
import { shellQuote } from "../core/text/shell-quote.ts";
import { chartRenderingOf } from "./rendered.ts";

export interface Placeholder extends FieldError {
  readonly badValue: string;
}

/**
 * Matches a template of Helm, and a variable of envsubst and Flux, such as `$A`, `${A}`, or
 * `${A:=15}`.
 */
const variable = /\{\{|\$(?:[A-Za-z_]|\{[A-Za-z_][^{}]*\})/;

/**
 * Reports whether the wrong value of an error is a placeholder, such as `${DURATION}` in a field
 * for a number. Another program replaces a placeholder before kubectl sends the object.
 */
export function isPlaceholder<E extends FieldError>(error: E): error is E & Placeholder {
  return typeof error.badValue === "string" && variable.test(error.badValue);
}

/** Matches the names of kustomize's directives in a strategic merge patch. */
const directive = /^\$(?:patch$|retainKeys$|setElementOrder\/|deleteFromPrimitiveList\/)/;

/**
 * Returns the path of the first directive among the unknown fields of an object, or undefined if
 * there is none. An object with a directive is a patch, which kustomize applies to another object.
 */
export function directiveIn(unknown: readonly FieldError[]): FieldPath | undefined {
  return unknown.map(({ field }) => field).find((field) => directive.test(String(field.at(-1))));
}

/** Returns the command that replaces a placeholder in a file and checks the output. */
export function replacingOf({ badValue }: Placeholder, file: string): string {
  if (badValue.includes("{{")) return chartRenderingOf(file);
  // envsubst of GNU gettext does not replace variables with defaults.
  const program = /\$\{\w+:/.test(badValue) ? "flux envsubst" : "envsubst";
  return `${file === "-" ? program : `${program} < ${shellQuote(file)}`} | lease-guard check -`;
}
