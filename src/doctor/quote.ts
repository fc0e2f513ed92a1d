import { shellQuote } from "../core/text/shell-quote.ts";
import { looksLikeBoolean } from "../core/text/yaml-boolean.ts";

/** Matches names that YAML reads as strings, unless `otherType` or a boolean matches them. */
const plain = /^[a-z0-9](?:[\w.-]*\w)?$/i;

/** Matches names that YAML reads as null, or possibly as a number. */
const otherType = /^(?:\d.*|null)$/i;

/** A template tag for a command. Quotes each value that a shell could change. */
export function shellLine(parts: TemplateStringsArray, ...values: readonly (string | undefined)[]): string {
  return join(parts, values, shellQuote);
}

/** A template tag for a line of YAML. Quotes each value that YAML could read differently. */
export function yamlLine(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return join(parts, values, (text) =>
    plain.test(text) && !otherType.test(text) && !looksLikeBoolean(text) ? text : JSON.stringify(text),
  );
}

function join(
  parts: readonly string[],
  values: readonly (string | undefined)[],
  quote: (text: string) => string,
): string {
  return parts.map((part, index) => (index < values.length ? `${part}${quote(values[index] ?? "")}` : part)).join("");
}
