import { compareTexts } from "../core/text/compare-texts.ts";
import { hasWildcard } from "../core/text/glob.ts";
import { namespaceReference } from "../core/text/namespace-reference.ts";
import { groupBy } from "../report/group-by.ts";
import { serviceAccountUser } from "../rules/shared/identities.ts";
import { generatedForm, ordinalForm } from "../rules/shared/pod-names.ts";
import { joined, type LearnedObject } from "./learned-object.ts";
import { commonPattern } from "./object-name.ts";

/**
 * The minimum number of similar objects whose names or namespaces `learn` replaces with one
 * pattern.
 */
const minAlike = 20;

/**
 * The minimum number of objects for which one pattern replaces names that differ only in an ordinal
 * or a generated suffix.
 */
const minSiblings = 3;

/**
 * Joins similar objects, so that one entry of a policy covers them. Sorts the most specific names
 * first.
 */
export function groupObjects(objects: readonly LearnedObject[]): readonly LearnedObject[] {
  const named = join(objects, ({ namespaces, names }) => [...namespaces, ...names]);
  const siblings = joinAlike(named, minSiblings, siblingBase);
  const alike = joinAlike(siblings, minAlike, firstPart);
  return joinNamespaces(alike).toSorted(mostSpecificFirst);
}

function join(objects: readonly LearnedObject[], keyOf: (object: LearnedObject) => unknown): readonly LearnedObject[] {
  return [...groupBy(objects, (object) => JSON.stringify(keyOf(object))).values()].map(joined);
}

/**
 * Joins objects of one namespace with the same writers and the same base name, if there are at
 * least `atLeast` of them. `baseOf` returns the base name, or undefined for an object that must not
 * be joined.
 */
function joinAlike(
  objects: readonly LearnedObject[],
  atLeast: number,
  baseOf: (object: LearnedObject) => string | undefined,
): readonly LearnedObject[] {
  const keyOf = (object: LearnedObject) => {
    const base = object.names.some(hasWildcard) ? undefined : baseOf(object);
    return base === undefined
      ? undefined
      : JSON.stringify([object.namespaces, object.isLease, writersOf(object), base]);
  };
  const groups = groupBy<string | LearnedObject, LearnedObject>(objects, (object) => keyOf(object) ?? object);
  return [...groups].flatMap(([key, group]) => {
    if (typeof key !== "string" || group.length < atLeast) return group;
    const pattern = commonPattern(group.flatMap(({ names }) => names));
    return pattern === undefined ? group : [{ ...joined(group), names: [pattern] }];
  });
}

function siblingBase({ names: [name = ""] }: LearnedObject): string | undefined {
  return ordinalForm.exec(name)?.[1] ?? generatedForm.exec(name)?.[1];
}

/** Returns the part of a name before the first `-` or `.`, or undefined if there is none. */
function firstPart({ names: [name = ""] }: LearnedObject): string | undefined {
  return /^(.+?)[-.]/.exec(name)?.[1];
}

function writersOf({ users, groups }: LearnedObject): readonly unknown[] {
  return [users, groups];
}

/**
 * Joins objects with the same name in at least `minAlike` namespaces. Their writers must be the
 * same users, or the service accounts with the same name in the namespace of each object.
 */
function joinNamespaces(objects: readonly LearnedObject[]): readonly LearnedObject[] {
  const groups = groupBy(objects, (object) =>
    JSON.stringify([object.names, object.isLease, writersOf(withReferences(object))]),
  );
  return [...groups.values()].flatMap((group) => {
    if (group.length < minAlike) return group;
    const all = joined(group.map(withReferences));
    return [{ ...all, namespaces: [commonPattern(all.namespaces) ?? all.namespaces].flat() }];
  });
}

/**
 * In the names of the users, replaces the namespace of the object with a reference to this
 * namespace.
 */
function withReferences(object: LearnedObject): LearnedObject {
  const [namespace = ""] = object.namespaces;
  const own = serviceAccountUser({ namespace, name: "" });
  const referred = serviceAccountUser({ namespace: namespaceReference, name: "" });
  const refer = (users: readonly string[]) =>
    users.map((user) => (user.startsWith(own) ? referred + user.slice(own.length) : user));
  return { ...object, users: refer(object.users), setters: refer(object.setters), deleters: refer(object.deleters) };
}

/**
 * Compares two objects for sorting. Exact names come before patterns, and long patterns before
 * short ones. Objects with a pattern for namespaces come last.
 */
function mostSpecificFirst(a: LearnedObject, b: LearnedObject): number {
  return rank(a) - rank(b) || compareTexts(keyOf(a), keyOf(b));
}

function rank({ namespaces, names: [name = ""] }: LearnedObject): number {
  return (namespaces.some(hasWildcard) ? 10_000 : 0) + (hasWildcard(name) ? 5_000 - name.length : 0);
}

function keyOf({ namespaces, names }: LearnedObject): string {
  return [...namespaces, ...names].join("/");
}
