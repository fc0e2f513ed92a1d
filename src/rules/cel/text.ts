export function celString(text: string): string {
  const escaped = text.replace(/[\\']/g, "\\$&").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeCharacter);
  return `'${escaped}'`;
}

function escapeCharacter(character: string): string {
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
}

export function celStrings(texts: readonly string[]): string {
  return `[${texts.map(celString).join(", ")}]`;
}

/**
 * Returns a condition under which a string matches a regular expression, which must also be valid
 * in RE2.
 */
export function matchesExpression(text: string, { source }: RegExp): string {
  return `${text}.matches(r'${source}')`;
}

/** Joins conditions, of which at least one must hold. Without a condition, returns `false`. */
export function anyOf(conditions: readonly string[]): string {
  return joined(conditions, "||", "false");
}

/** Joins conditions that must all hold. Without a condition, returns `true`. */
export function allOf(conditions: readonly string[]): string {
  return joined(conditions, "&&", "true");
}

export function not(condition: string): string {
  return condition === "true" ? "false" : condition === "false" ? "true" : `!(${condition})`;
}

/**
 * Matches comments and string literals. In a raw literal, `\` is an ordinary character. The last
 * group matches the rest of the text after a quote that is not closed.
 */
const literals = /\/\/[^\n]*|\bb?r('''|"""|["']).*?\1|('''|"""|["'])(?:\\.|[^\\])*?\2|(["'].*)/gis;

/**
 * Replaces each character of the comments and string literals in an expression with `_`. The result
 * contains a quote only if a quote is not closed.
 */
export function withoutLiterals(expression: string): string {
  return expression.replace(literals, (literal: string, _raw, _other, unclosed?: string) =>
    (unclosed === undefined ? "_" : '"').repeat(literal.length),
  );
}

function joined(conditions: readonly string[], operator: "&&" | "||", empty: "true" | "false"): string {
  const neutral = conditions.filter((condition) => condition !== empty);
  const absorbing = empty === "true" ? "false" : "true";
  if (neutral.includes(absorbing)) return absorbing;
  const [only] = neutral;
  if (only === undefined) return empty;
  return neutral.length === 1 ? only : neutral.map((condition) => `(${condition})`).join(` ${operator} `);
}
