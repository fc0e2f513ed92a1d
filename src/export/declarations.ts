import type { CelVariable } from "../rules/cel/cel-rule.ts";
import { anyOf } from "../rules/cel/text.ts";

/** The variables of an export that depend on the policy. Each expression has one variable. */
export interface Declarations {
  /** Returns an expression that reads a variable. The name of the variable starts with `prefix`. */
  readonly read: (prefix: string, expression: string) => string;
  /** The variables in the order of their declaration. A variable reads only earlier ones. */
  readonly all: () => readonly CelVariable[];
}

export function declarations(): Declarations {
  const names = new Map<string, string>();
  return {
    read: (prefix, expression) => {
      const name = names.get(expression) ?? `${prefix}${names.size + 1}`;
      names.set(expression, name);
      return `variables.${name}`;
    },
    all: () => [...names].map(([expression, name]) => ({ name, expression })),
  };
}

/**
 * The number of characters up to which an expression contains all its conditions. The parser of
 * kube-apiserver accepts 100,000 characters, and an export replaces short variables with longer
 * expressions.
 */
const longestAny = 16_384;

/**
 * Joins conditions, of which at least one must hold. If the expression would be too long, declares
 * variables for parts of it.
 */
export function anyOfAll(conditions: readonly string[], declared: Declarations): string {
  const parts = partsOf(conditions, longestAny);
  if (parts.length < 2) return anyOf(conditions);
  return anyOf(parts.map((part) => declared.read("any", anyOf(part))));
}

/**
 * Splits a list of texts into parts of at most `longest` characters, and of at least one text
 * each.
 */
export function partsOf(texts: readonly string[], longest: number): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    length += text.length;
    if (length > longest) {
      parts.push([]);
      length = text.length;
    }
    parts.at(-1)?.push(text);
  }
  return parts;
}
