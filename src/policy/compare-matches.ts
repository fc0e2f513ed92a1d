import { globsIntersect, matchesEverything, matchesGlob } from "../core/text/glob.ts";
import { inAnyNamespace, namespaceReference } from "../core/text/namespace-reference.ts";
import { type Conditions, type Match, namesWriters } from "./match.ts";

/**
 * Reports whether `outer` certainly matches every write that `inner` matches. Can return false
 * although `outer` matches them all, because the function compares each pattern of `inner` with one
 * pattern of `outer` at a time.
 */
export function covers(outer: Match, inner: Match): boolean {
  return coversConditions(outer, inner) && (outer.not === undefined || avoids(inner, outer.not));
}

/**
 * Reports whether it is certain that no write matches both `a` and `b`. Can return false although
 * no write matches both. For example, a user can be in several groups, so groups prove nothing.
 */
export function areDisjoint(a: Match, b: Match): boolean {
  return haveDisjointField(a, b) || excludes(a, b) || excludes(b, a);
}

/**
 * Reports whether it is certain that a match selects no write that matches the conditions of a
 * `not`. If these conditions name users or groups, the `not` also excludes every write whose user
 * is unknown. The match must not select such a write either.
 */
function avoids(match: Match, conditions: Conditions): boolean {
  if (!namesWriters(conditions) && haveDisjointField(match, conditions)) return true;
  const { not } = match;
  return not !== undefined && coversConditions(not, conditions) && (namesWriters(not) || !namesWriters(conditions));
}

function excludes({ not }: Match, other: Match): boolean {
  return not !== undefined && coversConditions(not, other);
}

type CompareConditions = Readonly<Record<keyof Conditions, (a: Conditions, b: Conditions) => boolean>>;

function coversConditions(outer: Conditions, inner: Conditions): boolean {
  return Object.values(coversField).every((coversIn) => coversIn(outer, inner));
}

const coversField: CompareConditions = {
  namespaces: (outer, inner) => coversText(outer.namespaces, inner.namespaces),
  names: (outer, inner) => coversText(outer.names, inner.names),
  labels: (outer, inner) =>
    Object.entries(outer.labels ?? {}).every(([key, pattern]) => {
      const own = labelPattern(inner, key);
      return own !== undefined && includes(pattern, own);
    }),
  users: (outer, inner) => coversText(outer.users, inner.users),
  groups: (outer, inner) => outer.groups === undefined || coversPatterns(outer.groups, inner.groups),
};

/**
 * Reports whether the patterns `outer` certainly match every string that `inner` matches. The
 * pattern `*` matches every string, like an absent condition.
 */
function coversText(outer: readonly string[] | undefined, inner: readonly string[] | undefined): boolean {
  return outer === undefined || outer.some(matchesEverything) || coversPatterns(outer, inner);
}

function coversPatterns(outer: readonly string[], inner: readonly string[] | undefined): boolean {
  return inner?.every((pattern) => outer.some((each) => includes(each, pattern))) === true;
}

/**
 * Reports whether a pattern matches every string that another pattern matches. The comparison reads
 * `*` of `inner` as a character that only `*` of `outer` matches. The comparison reads a reference
 * to a namespace as one character, because the reference has the same value in both patterns.
 */
function includes(outer: string, inner: string): boolean {
  return matchesGlob(asCharacter(outer), asCharacter(inner));
}

function asCharacter(pattern: string): string {
  return pattern.includes("$") ? pattern.replaceAll(namespaceReference, "\0") : pattern;
}

function haveDisjointField(a: Conditions, b: Conditions): boolean {
  return Object.values(isDisjointField).some((isDisjoint) => isDisjoint(a, b));
}

const isDisjointField: CompareConditions = {
  namespaces: (a, b) => areDisjointTexts(a.namespaces, b.namespaces),
  names: (a, b) => areDisjointTexts(a.names, b.names),
  labels: (a, b) =>
    Object.entries(a.labels ?? {}).some(([key, pattern]) => {
      const other = labelPattern(b, key);
      return other !== undefined && !globsIntersect(pattern, other);
    }),
  users: (a, b) => areDisjointTexts(a.users, b.users),
  groups: () => false,
};

function areDisjointTexts(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return !a.some((pattern) => b.some((other) => globsIntersect(inAnyNamespace(pattern), inAnyNamespace(other))));
}

function labelPattern({ labels = {} }: Conditions, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
}
