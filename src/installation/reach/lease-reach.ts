import { existingVersions, matchesWrite } from "../../cluster/registration/matches-write.ts";
import { type RegisteredRule, toMatchPolicy, toRules, toSelector } from "../../cluster/registration/registration.ts";
import { all, any, type Decided, selectsLabels, selectsNamespace } from "../../cluster/registration/selects-labels.ts";
import { type Kind, kinds } from "../../core/api/coordination.ts";
import { type Fields, fieldAt, objectsAt, textAt } from "../../core/api/fields.ts";
import { coordinationGroup, resources } from "../../core/api/served-versions.ts";
import { type ChangeOperation, changeOperations, objectFieldOf } from "../../rules/rule.ts";
import {
  nodeLeaseNamespace,
  serviceAccountGroups,
  systemNamespace,
  usualWriters,
} from "../../rules/shared/identities.ts";
import type { Snapshot } from "../snapshot.ts";
import { type CelFacts, compileCel } from "./decide-cel.ts";
import {
  anyName,
  type KnownNamespace,
  knownNamespaces,
  type NamespaceClass,
  namespaceClasses,
  systemNamespaces,
} from "./known-namespaces.ts";

type Writer = (name: string, namespace: string) => string | readonly string[] | undefined;

const serviceAccount: Writer = (path, namespace) => {
  if (path !== "request.userInfo.groups" || namespace === anyName) return undefined;
  return serviceAccountGroups(namespace);
};

const writers: Readonly<Record<KnownNamespace["namespaceClass"], readonly Writer[]>> = {
  [nodeLeaseNamespace]: writersIn(nodeLeaseNamespace),
  [systemNamespace]: [...writersIn(systemNamespace), serviceAccount],
  other: [serviceAccount],
};

export interface MatchedWrites {
  readonly kind: Kind;
  readonly operation: ChangeOperation;
  readonly namespaceClass: NamespaceClass;
  /** False if the match depends on a label or a condition that is unknown. */
  readonly isCertain: boolean;
}

/** Returns the system namespaces of some writes, in the order of `systemNamespaces`. */
export function systemNamespacesIn(writes: readonly MatchedWrites[]): readonly string[] {
  return systemNamespaces.filter((name) => writes.some(({ namespaceClass }) => namespaceClass === name));
}

interface Matcher {
  readonly rules: readonly RegisteredRule[];
  readonly excluded: readonly RegisteredRule[];
  readonly matchPolicy: string;
  readonly namespaceSelector: unknown;
  readonly objectSelector: unknown;
  readonly matchConditions: readonly Fields[];
}

export function writesOfWebhook(webhook: Fields, snapshot: Snapshot): readonly MatchedWrites[] {
  const { namespaceSelector, objectSelector } = webhook;
  const rules = toRules(webhook["rules"]);
  const matchPolicy = toMatchPolicy(webhook["matchPolicy"]);
  const matchConditions = objectsAt(webhook, "matchConditions");
  return matchedWrites(
    [{ rules, excluded: [], matchPolicy, namespaceSelector, objectSelector, matchConditions }],
    snapshot,
  );
}

export function writesOfPolicy(policy: Fields, binding: Fields, snapshot: Snapshot): readonly MatchedWrites[] {
  const constraints = matcherOf(
    fieldAt(policy, "spec", "matchConstraints"),
    objectsAt(policy, "spec", "matchConditions"),
  );
  const narrowed = fieldAt(binding, "spec", "matchResources");
  return matchedWrites([constraints, ...(narrowed === undefined ? [] : [matcherOf(narrowed, [])])], snapshot);
}

/** The rule that replaces an empty list of rules. */
const everything: RegisteredRule = {
  apiGroups: ["*"],
  apiVersions: ["*"],
  resources: ["*/*"],
  operations: ["*"],
  scope: "*",
};

function matcherOf(resources: unknown, matchConditions: readonly Fields[]): Matcher {
  const rules = toRules(fieldAt(resources, "resourceRules"));
  return {
    rules: rules.length === 0 ? [everything] : rules,
    excluded: toRules(fieldAt(resources, "excludeResourceRules")),
    matchPolicy: toMatchPolicy(fieldAt(resources, "matchPolicy")),
    namespaceSelector: fieldAt(resources, "namespaceSelector"),
    objectSelector: fieldAt(resources, "objectSelector"),
    matchConditions,
  };
}

function matchedWrites(matchers: readonly Matcher[], snapshot: Snapshot): readonly MatchedWrites[] {
  const asked = kinds.flatMap((kind) => changeOperations.map((operation) => ({ kind, operation })));
  const matching = asked.filter(({ kind, operation }) => matchesRules(matchers, kind, operation));
  // A cluster can have thousands of namespaces, and most webhooks match no write of a Lease.
  const selected = matching.length === 0 ? [] : possibleNamespaces(matchers, snapshot);
  const conditions = conditionsOf(matchers);
  return matching.flatMap(({ kind, operation }) =>
    namespaceClasses.flatMap((namespaceClass): readonly MatchedWrites[] => {
      const inClass = selected.filter(({ namespace }) => namespace.namespaceClass === namespaceClass);
      const matched = someWriteMatches(inClass, conditions, factsFor(kind, operation));
      return matched === false ? [] : [{ kind, operation, namespaceClass, isCertain: matched === true }];
    }),
  );
}

interface CompiledConditions {
  readonly compiled: readonly ((facts: CelFacts) => Decided)[];
  /**
   * False if no condition reads the namespace, so that all namespaces of a class have the same
   * result.
   */
  readonly readNamespace: boolean;
}

function conditionsOf(matchers: readonly Matcher[]): CompiledConditions {
  const texts = matchers.flatMap(({ matchConditions }) =>
    matchConditions.map((condition) => textAt(condition, "expression")),
  );
  return {
    compiled: texts.map(compileCel),
    readNamespace: texts.some((text) => /namespace|serviceaccount/i.test(text)),
  };
}

interface PossibleNamespace {
  readonly namespace: KnownNamespace;
  readonly isSelected: Decided;
}

/**
 * Reports whether all conditions hold for one of the writes that `factsIn` returns for a selected
 * namespace. Returns undefined if this depends on something unknown.
 */
function someWriteMatches(
  selected: readonly PossibleNamespace[],
  { compiled, readNamespace }: CompiledConditions,
  factsIn: (namespace: KnownNamespace) => readonly CelFacts[],
): Decided {
  const certain = selected.find(({ isSelected }) => isSelected === true);
  const same = certain ?? selected[0];
  let result: Decided = false;
  for (const { namespace, isSelected } of readNamespace || same === undefined ? selected : [same]) {
    const held = any(factsIn(namespace).map((facts) => all(compiled.map((condition) => condition(facts)))));
    result = any([result, all([isSelected, held])]);
    if (result === true) return true;
  }
  return result;
}

/**
 * Returns the namespaces that the selectors select or can select, or an empty list if an object
 * selector excludes objects without labels.
 */
function possibleNamespaces(matchers: readonly Matcher[], snapshot: Snapshot): readonly PossibleNamespace[] {
  // Leases usually have no labels.
  if (!matchers.every(({ objectSelector }) => selectsLabels(toSelector(objectSelector), new Map()))) return [];
  const selectors = matchers.map(({ namespaceSelector }) => toSelector(namespaceSelector));
  const namespaces = knownNamespaces(snapshot, selectors.flat());
  return namespaces
    .map((namespace) => ({
      namespace,
      isSelected: all(selectors.map((selector) => selectsNamespace(selector, namespace))),
    }))
    .filter(({ isSelected }) => isSelected !== false);
}

/** Reports whether all matchers match the writes of a resource in at least one version. */
function matchesRules(matchers: readonly Matcher[], kind: Kind, operation: ChangeOperation): boolean {
  const writes = existingVersions(kind).map((version) => ({ kind, version, operation }));
  return writes.some((write) =>
    matchers.every(({ rules, excluded, matchPolicy }) => {
      return matchesWrite({ rules, matchPolicy }, write) && !matchesWrite({ rules: excluded, matchPolicy }, write);
    }),
  );
}

/**
 * Returns a function that returns the known values of a write in a namespace. The result has one
 * item for each usual writer in this namespace. Except in kube-node-lease, it also has an item for
 * a service account of the namespace, whose name is unknown.
 */
function factsFor(kind: Kind, operation: ChangeOperation): (namespace: KnownNamespace) => readonly CelFacts[] {
  const request = new Map<string, string>([
    ["request.operation", operation],
    ["request.resource.group", coordinationGroup],
    ["request.resource.resource", resources[kind]],
    ["request.kind.group", coordinationGroup],
    ["request.kind.kind", kind],
    ["request.subResource", ""],
  ]);
  const paths = new Set([
    "request.namespace",
    "namespaceObject.metadata.name",
    `${objectFieldOf(operation)}.metadata.namespace`,
  ]);
  return ({ namespaceClass, name }) =>
    writers[namespaceClass].map((writer) => ({
      get: (path) => {
        if (paths.has(path)) return name === anyName ? undefined : name;
        return request.get(path) ?? writer(path, name);
      },
    }));
}

function writersIn(namespace: string): readonly Writer[] {
  const users = usualWriters.filter((writer) => writer.namespace === namespace).map(({ user }) => user);
  return users.map(({ username, groups }) => (path) => {
    if (path === "request.userInfo.username") return username;
    return path === "request.userInfo.groups" ? groups : undefined;
  });
}
