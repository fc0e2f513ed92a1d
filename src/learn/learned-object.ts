import { distinctTexts } from "../core/text/compare-texts.ts";
import { earlier, later } from "../core/text/time.ts";
import type { Administrators } from "../rules/rule.ts";
import { isNodeLease, nodeGroup } from "../rules/shared/identities.ts";
import type { HolderPattern } from "./holder-pattern.ts";
import { canBePattern } from "./holder-pattern.ts";
import { candidateNamePattern, generatedNamePattern, isPassingName } from "./object-name.ts";
import type { ObjectTally } from "./object-tally.ts";
import { writerRole } from "./writer-role.ts";
import type { WriterTally } from "./writer-tally.ts";

/**
 * The facts that `learn` collects from the writes of one object, or of several objects that share
 * one entry of the policy.
 */
export interface LearnedObject {
  readonly namespaces: readonly string[];
  readonly names: readonly string[];
  readonly objects: number;
  readonly isLease: boolean;
  /** The number of creates and updates by regular writers. */
  readonly writes: number;
  readonly first: Date;
  readonly last: Date;
  /**
   * The names of the regular writers that create or update the objects. Unnamed users, and nodes in
   * kube-node-lease, are not in the list.
   */
  readonly users: readonly string[];
  readonly groups: readonly string[];
  /** The names of the regular writers that set preferredHolder. */
  readonly setters: readonly string[];
  /** The number of deletes by regular writers. */
  readonly deletes: number;
  /** The names of the regular writers that delete the objects. */
  readonly deleters: readonly string[];
  readonly holders: readonly (HolderPattern & { readonly writes: number })[];
  readonly pods: number;
  readonly minSeconds: number | undefined;
  readonly maxSeconds: number | undefined;
}

/**
 * Returns the facts from the writes of an object's regular writers. Returns undefined for a
 * LeaseCandidate whose name a rollout replaces, such as the name of a pod of a Deployment.
 */
export function learnedObject(object: ObjectTally, administrators: Administrators): LearnedObject | undefined {
  const names = namesOf(object);
  if (names === undefined) return undefined;
  const { namespace } = object;
  const regular = [...object.writers.values()].filter(
    (writer) =>
      writerRole(object, writer, administrators) === "regular" &&
      (writer.user.username === "" || canBePattern(writer.user.username)),
  );
  const nodes = isNodeLease({ namespace }) ? regular.filter(({ user }) => user.groups.includes(nodeGroup)) : [];
  const named = regular.filter((writer) => writer.user.username !== "" && !nodes.includes(writer));
  const usersWho = (does: (writer: WriterTally) => boolean) =>
    distinctTexts(named.filter(does).map(({ user }) => user.username));
  return {
    namespaces: [namespace],
    names: [names],
    objects: 1,
    isLease: object.kinds.has("Lease"),
    writes: regular.reduce((sum, { writes }) => sum + writes, 0),
    first: regular.map(({ first }) => first).reduce(earlier, regular[0]?.first ?? object.first),
    last: regular.map(({ last }) => last).reduce(later, regular[0]?.last ?? object.last),
    users: usersWho(({ writes }) => writes > 0),
    groups: nodes.length > 0 ? [nodeGroup] : [],
    setters: usersWho(({ preferences }) => preferences > 0),
    deletes: regular.reduce((sum, { deletes }) => sum + deletes, 0),
    deleters: usersWho(({ deletes }) => deletes > 0),
    holders: isNodeLease({ namespace }) ? [] : regular.flatMap(({ holders }) => [...holders.values()]),
    pods: new Set(regular.flatMap(({ pods }) => [...pods].filter((pod) => pod !== ""))).size,
    minSeconds: least(regular.map(({ minSeconds }) => minSeconds)),
    maxSeconds: greatest(regular.map(({ maxSeconds }) => maxSeconds)),
  };
}

function namesOf({ namespace, name, kinds }: ObjectTally): string | undefined {
  if (isNodeLease({ namespace })) return "*";
  if (kinds.has("Lease")) return generatedNamePattern(name) ?? name;
  return candidateNamePattern(name) ?? (isPassingName(name) ? undefined : name);
}

/**
 * Returns the combined facts of similar objects. Flattens each list only once, because it can be
 * long.
 */
export function joined(objects: readonly LearnedObject[]): LearnedObject {
  const all = <T>(listOf: (object: LearnedObject) => readonly T[]): readonly T[] => objects.flatMap(listOf);
  const sum = (countOf: (object: LearnedObject) => number): number =>
    objects.reduce((total, object) => total + countOf(object), 0);
  return {
    namespaces: distinctTexts(all(({ namespaces }) => namespaces)),
    names: distinctTexts(all(({ names }) => names)),
    objects: sum((object) => object.objects),
    isLease: objects.some(({ isLease }) => isLease),
    writes: sum(({ writes }) => writes),
    first: objects.map(({ first }) => first).reduce(earlier),
    last: objects.map(({ last }) => last).reduce(later),
    users: distinctTexts(all(({ users }) => users)),
    groups: distinctTexts(all(({ groups }) => groups)),
    setters: distinctTexts(all(({ setters }) => setters)),
    deletes: sum(({ deletes }) => deletes),
    deleters: distinctTexts(all(({ deleters }) => deleters)),
    holders: all(({ holders }) => holders),
    pods: sum(({ pods }) => pods),
    minSeconds: least(objects.map(({ minSeconds }) => minSeconds)),
    maxSeconds: greatest(objects.map(({ maxSeconds }) => maxSeconds)),
  };
}

function least(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((a, b) => Math.min(a, b));
}

function greatest(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((a, b) => Math.max(a, b));
}
