import { withoutLiterals } from "./text.ts";

/** Splits at an operator outside literals and brackets. */
export function splitAt(text: string, operator: string): readonly string[] {
  const code = withoutLiterals(text);
  const depth = depths(code);
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const isOptional = operator === "?" && (code[index - 1] === "." || code[index - 1] === "[");
    if (depth[index] !== 0 || !code.startsWith(operator, index) || isOptional) continue;
    parts.push(text.slice(start, index));
    start = index + operator.length;
    index = start - 1;
  }
  return [...parts, text.slice(start)];
}

/** Removes spaces and parentheses around the whole expression. */
export function withoutParentheses(text: string): string {
  const inner = text.trim();
  return inner.startsWith("(") && closing(inner) === inner.length - 1 ? withoutParentheses(inner.slice(1, -1)) : inner;
}

/** Returns the conditions that a condition joins with `&&`, including conditions in parentheses. */
export function conjunctsOf(condition: string): readonly string[] {
  const whole = withoutParentheses(condition);
  if (splitAt(whole, "?").length > 1 || splitAt(whole, "||").length > 1) return [whole];
  const parts = splitAt(whole, "&&");
  return parts.length > 1 ? parts.flatMap(conjunctsOf) : [whole];
}

/** Returns the index of the parenthesis that closes the first one. */
function closing(text: string): number {
  return depths(withoutLiterals(text)).findIndex((depth, index) => index > 0 && depth === 0);
}

/**
 * Returns the number of open brackets at each character. An opening bracket counts at its own
 * position, and a closing bracket does not.
 */
function depths(code: string): readonly number[] {
  let depth = 0;
  return code.split("").map((char) => {
    if ("([{".includes(char)) depth++;
    else if (")]}".includes(char)) depth--;
    return depth;
  });
}
