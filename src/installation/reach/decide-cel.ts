import { all, any, type Decided } from "../../cluster/registration/selects-labels.ts";
import { splitAt, withoutParentheses } from "../../rules/cel/split-at.ts";

/** The known values of a write, by the path of the variable, such as `request.namespace`. */
export interface CelFacts {
  readonly get: (path: string) => string | readonly string[] | undefined;
}

type Decide = (facts: CelFacts) => Decided;

/**
 * Decides a boolean CEL expression for the facts of one write. Only `true` and `false`, tests that
 * compare one known variable with literals, and combinations of these parts can be decided. All
 * other parts count as undefined.
 */
export function decideCel(expression: string, facts: CelFacts): Decided {
  return compileCel(expression)(facts);
}

/** Returns a function like `decideCel` that parses the expression only once. */
export function compileCel(expression: string): Decide {
  const text = withoutParentheses(expression);
  if (splitAt(text, "?").length > 1) return () => undefined;
  const alternatives = splitAt(text, "||");
  if (alternatives.length > 1) return combined(alternatives, any);
  const conditions = splitAt(text, "&&");
  if (conditions.length > 1) return combined(conditions, all);
  if (!text.startsWith("!") || text.startsWith("!=")) return compileAtom(text);
  const inner = compileCel(text.slice(1));
  return (facts) => {
    const value = inner(facts);
    return value === undefined ? undefined : !value;
  };
}

function combined(parts: readonly string[], combine: (values: readonly Decided[]) => Decided): Decide {
  const compiled = parts.map(compileCel);
  return (facts) => combine(compiled.map((part) => part(facts)));
}

const quoted = String.raw`(?:"([^"\\]*)"|'([^'\\]*)')`;
const variable = String.raw`([a-zA-Z][\w.]*)`;
const comparison = new RegExp(`^${variable} *(==|!=) *${quoted}$`);
const reversed = new RegExp(`^${quoted} *(==|!=) *${variable}$`);
const inVariable = new RegExp(`^${quoted} +in +${variable}$`);
const inList = new RegExp(String.raw`^${variable} +in +\[((?:[ ,]|${quoted})*)\]$`);
const call = new RegExp(String.raw`^${variable}\.(startsWith|endsWith|contains)\(${quoted}\)$`);

function compileAtom(atom: string): Decide {
  if (atom === "true" || atom === "false") return () => atom === "true";
  // An optional selection of a known variable has the same value as the plain selection.
  const text = atom.replaceAll(".?", ".").replace(/\.orValue\((?:\[\]|""|'')\)/, "");
  const [, left = "", operator = "", a, b] = comparison.exec(text) ?? [];
  if (operator !== "") return ofText(left, (value) => (value === (a ?? b)) === (operator === "=="));
  const [, c, d, otherOperator = "", right = ""] = reversed.exec(text) ?? [];
  if (otherOperator !== "") return ofText(right, (value) => (value === (c ?? d)) === (otherOperator === "=="));
  return compileMembership(text) ?? compileCall(text);
}

/** Returns a function that decides from the string value of a variable. */
function ofText(name: string, decide: (value: string) => boolean): Decide {
  return (facts) => {
    const value = facts.get(name);
    return typeof value === "string" ? decide(value) : undefined;
  };
}

function compileMembership(text: string): Decide | undefined {
  const [, a, b, list] = inVariable.exec(text) ?? [];
  if (list !== undefined)
    return (facts) => {
      const values = facts.get(list);
      return Array.isArray(values) ? values.includes(a ?? b) : undefined;
    };
  const [, name, items] = inList.exec(text) ?? [];
  if (name === undefined || items === undefined) return undefined;
  const literals = Array.from(items.matchAll(new RegExp(quoted, "g")), ([, c, d]) => c ?? d);
  return ofText(name, (value) => literals.includes(value));
}

function compileCall(text: string): Decide {
  const [, name, method, a, b] = call.exec(text) ?? [];
  const literal = a ?? b ?? "";
  if (name === undefined) return () => undefined;
  return ofText(name, (value) => {
    if (method === "startsWith") return value.startsWith(literal);
    return method === "endsWith" ? value.endsWith(literal) : value.includes(literal);
  });
}
