import { escapeMarkup, escapeUnprintable } from "../../../report/sanitize.ts";

/**
 * A piece of HTML. Except for constants, strings become part of a piece only through `markup`,
 * which escapes them.
 */
export interface Markup {
  readonly html: string;
}

/** A value in a piece of HTML. `markup` escapes a string and joins a list of pieces. */
export type Content = Markup | readonly Markup[] | string | number;

/**
 * Returns a piece of HTML. Escapes the strings in `values`, which are then safe as text and in
 * quoted attributes. Unprintable characters become Go's escapes, because some of them reverse the
 * text.
 */
export function markup(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return { html: strings.map((text, index) => text + htmlOf(values[index] ?? "")).join("") };
}

/** The maximum length of a name, a holder, or a field, in UTF-16 code units. */
export const maxName = 300;

export const maxMessage = 2000;
export const nothing: Markup = { html: "" };

function htmlOf(content: Content): string {
  if (typeof content === "number") return String(content);
  if (typeof content === "string") return escapeMarkup(escapeUnprintable(content));
  return "html" in content ? content.html : content.map(({ html }) => html).join("");
}
