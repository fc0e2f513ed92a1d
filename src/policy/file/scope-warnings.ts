import type { FieldPath } from "../../core/field/path.ts";
import { covers } from "../compare-matches.ts";
import { type Policy, scopeField } from "../policy.ts";
import type { PolicyWarning } from "./policy-warning.ts";

/**
 * Maximum number of scopes of a rule that the comparison includes. The comparisons of 1,000 scopes
 * take less than 0.1 s.
 */
const maxCompared = 1000;

/**
 * Returns a warning for each scope that never applies, because an earlier scope matches all its
 * writes. Can miss such a scope, as `covers` can.
 */
export function scopeWarnings({ rules }: Policy): readonly PolicyWarning[] {
  return [...rules].flatMap(([id, { scopes = [] }]) => {
    const compared = scopes.slice(0, maxCompared);
    return compared.flatMap(({ match }, index) => {
      const earlier = compared.findIndex((other, position) => position < index && covers(other.match, match));
      if (earlier === -1) return [];
      const message = (lineOf: (field: FieldPath) => number) =>
        `never applies, because the scope at line ${lineOf(scopeField(id, earlier))} matches every write that this scope matches`;
      return [{ field: scopeField(id, index), message }];
    });
  });
}
