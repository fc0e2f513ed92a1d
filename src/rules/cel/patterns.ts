import { hasWildcard } from "../../core/text/glob.ts";
import { namespaceReference, refersToNamespace } from "../../core/text/namespace-reference.ts";
import type { AllowedUsers } from "../shared/require-match.ts";
import { anyOf, celString } from "./text.ts";

type ToLiteral = (part: string) => string;

/**
 * Returns a CEL condition under which a string matches a pattern, in which `*` matches any
 * characters. `text` is a CEL expression. For users and groups, `literal` is `withWriteNamespace`.
 */
export function matchesPattern(text: string, pattern: string, literal: ToLiteral = celString): string {
  const parts = pattern.split(/\*+/);
  const [first = "", ...others] = parts;
  const last = others.at(-1);
  if (last === undefined) return `${text} == ${literal(first)}`;
  if (others.length > 1) return `${text}.matches(${expressionOf(parts, literal)})`;
  const conditions = [
    ...(first === "" ? [] : [`${text}.startsWith(${literal(first)})`]),
    ...(last === "" ? [] : [`${text}.endsWith(${literal(last)})`]),
  ];
  if (conditions.length < 2) return conditions[0] ?? "true";
  return `${conditions.join(" && ")} && size(${text}) >= size(${literal(first)}) + size(${literal(last)})`;
}

export function matchesPatterns(text: string, patterns: readonly string[], literal: ToLiteral = celString): string {
  const exact = patterns.filter((pattern) => !hasWildcard(pattern));
  const globs = patterns.filter(hasWildcard);
  const list =
    exact.length > 1
      ? [`${text} in [${exact.map(literal).join(", ")}]`]
      : exact.map((pattern) => matchesPattern(text, pattern, literal));
  return anyOf([...list, ...globs.map((pattern) => matchesPattern(text, pattern, literal))]);
}

/**
 * Returns a CEL condition under which at least one item of a list of strings matches at least one
 * pattern.
 */
export function somePatternMatches(list: string, patterns: readonly string[], literal: ToLiteral = celString): string {
  return patterns.length === 0 ? "false" : `${list}.exists(item, ${matchesPatterns("item", patterns, literal)})`;
}

/**
 * Converts a part of a pattern to a CEL expression of type string. In the part, `$(namespace)`
 * means the namespace of the write.
 */
export function withWriteNamespace(text: string): string {
  if (!refersToNamespace(text)) return celString(text);
  const pieces = text.split(namespaceReference).map((piece) => (piece === "" ? undefined : celString(piece)));
  const terms = pieces.flatMap((piece, index) => [
    ...(index === 0 ? [] : ["request.namespace"]),
    ...(piece === undefined ? [] : [piece]),
  ]);
  return terms.length === 1 ? (terms[0] ?? "") : `(${terms.join(" + ")})`;
}

/** Returns a CEL expression for the regular expression of a pattern. */
function expressionOf(parts: readonly string[], literal: ToLiteral): string {
  const pieces = parts.map((part) => (literal === celString ? [part] : part.split(namespaceReference)));
  const escaped = pieces.map((each) => each.map(escapeExpression).join(namespaceReference));
  return literal(`(?s)^${escaped.join(".*")}$`);
}

/** Escapes the special characters of RE2. */
function escapeExpression(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, "\\$&");
}

export function isAllowedUser({ users = [], groups = [] }: AllowedUsers): string {
  return anyOf([
    matchesPatterns("variables.username", users, withWriteNamespace),
    somePatternMatches("variables.groups", groups, withWriteNamespace),
  ]);
}
