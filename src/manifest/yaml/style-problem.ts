import { Scalar } from "yaml";

/**
 * Returns the problem of a quoted or block scalar that libyaml rejects but the YAML library
 * accepts, or undefined.
 */
export function styleProblem(type: unknown, text: string, start: number, end: number): string | undefined {
  if (type === Scalar.QUOTE_DOUBLE) {
    const escapes = text.slice(start, end).match(/\\(?:U.{8}|u.{4}|.)/gs) ?? [];
    const unknown = escapes.find(
      (written) => written === "\\/" || /^\\(u|U0000)[dD][89a-fA-F]|^\\U(?!000|0010)/.test(written),
    );
    return unknown === undefined ? undefined : `must not have the escape ${unknown}, which YAML 1.1 does not define`;
  }
  const block = type === Scalar.BLOCK_LITERAL || type === Scalar.BLOCK_FOLDED;
  const header = block ? /^[|>][^\n\d#]*(?:#[^\n]*)?\n/.exec(text.slice(start, end)) : null;
  const first = header === null ? null : /[^ \n]/.exec(text.slice(start + header[0].length, end));
  return first?.[0] === "\t" ? "must not begin with a tab" : undefined;
}
