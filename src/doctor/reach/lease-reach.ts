import { coordinationGroup } from "../../api/served-versions.ts";
import { nameLabel } from "../../registration/label-selector.ts";
import { type LabelSelector, toSelector } from "../../registration/registration.ts";
import { type ChangeOperation, changeOperations } from "../../rules/rule.ts";
import {
  authenticatedGroup,
  controllerManager,
  nodeGroup,
  nodeLeaseNamespace,
  nodeUser,
  serviceAccountsGroup,
  serviceAccountsGroupOf,
  systemNamespace,
} from "../../rules/shared/identities.ts";
import { type Fields, fieldAt, mapAt, objectsAt, textAt, textsAt } from "../fields.ts";
import { objectsOf, type Snapshot } from "../snapshot.ts";
import { type CelFacts, decideCel } from "./decide-cel.ts";
import { all, any, type Decided, type NamespaceLabels, selectsLabels, selectsNamespace } from "./selector.ts";

/** The namespaces whose Leases the cluster itself needs, and all others. */
export type LeasePlace = "kube-node-lease" | "kube-system" | "other";

const leaseResources = [
  { resource: "leases", kind: "Lease", versions: ["v1"] },
  { resource: "leasecandidates", kind: "LeaseCandidate", versions: ["v1", "v1beta1", "v1alpha2", "v1alpha1"] },
] as const;

type LeaseResource = (typeof leaseResources)[number]["resource"];

/** Writes that a webhook or a policy matches. */
export interface MatchedWrites {
  readonly resource: LeaseResource;
  readonly operation: ChangeOperation;
  readonly place: LeasePlace;
  /** False if the match depends on a condition that cannot be decided. */
  readonly isCertain: boolean;
}

/** The fields of a webhook, of a policy, or of a binding that select writes. */
interface Matcher {
  readonly rules: readonly Fields[];
  readonly excluded: readonly Fields[];
  readonly namespaceSelector: unknown;
  readonly objectSelector: unknown;
  readonly matchConditions: readonly Fields[];
}

/** Returns the writes of Leases and LeaseCandidates that a webhook matches. */
export function writesOfWebhook(webhook: Fields, snapshot: Snapshot): readonly MatchedWrites[] {
  const { namespaceSelector, objectSelector } = webhook;
  const matchConditions = objectsAt(webhook, "matchConditions");
  return matchedWrites(
    [{ rules: objectsAt(webhook, "rules"), excluded: [], namespaceSelector, objectSelector, matchConditions }],
    snapshot,
  );
}

/** Returns the writes of Leases and LeaseCandidates that a policy matches with a binding. */
export function writesOfPolicy(policy: Fields, binding: Fields, snapshot: Snapshot): readonly MatchedWrites[] {
  const constraints = matcherOf(fieldAt(policy, "spec", "matchConstraints"), objectsAt(policy, "spec", "matchConditions"));
  const narrowed = fieldAt(binding, "spec", "matchResources");
  return matchedWrites([constraints, ...(narrowed === undefined ? [] : [matcherOf(narrowed, [])])], snapshot);
}

/** Without rules, the match resources of a binding match every resource of the policy. */
const everything: Fields = { apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"], operations: ["*"] };

function matcherOf(resources: unknown, matchConditions: readonly Fields[]): Matcher {
  const rules = objectsAt(resources, "resourceRules");
  return {
    rules: rules.length === 0 ? [everything] : rules,
    excluded: objectsAt(resources, "excludeResourceRules"),
    namespaceSelector: fieldAt(resources, "namespaceSelector"),
    objectSelector: fieldAt(resources, "objectSelector"),
    matchConditions,
  };
}

function matchedWrites(matchers: readonly Matcher[], snapshot: Snapshot): readonly MatchedWrites[] {
  const asked = leaseResources.flatMap((resource) => changeOperations.map((operation) => ({ resource, operation })));
  const matching = asked.filter(({ resource, operation }) => matchers.every((matcher) => matchesRules(matcher, resource, operation)));
  // A cluster can have thousands of namespaces, and most webhooks match no write of a Lease.
  const selected = matching.length === 0 ? [] : selectedNamespaces(matchers, snapshot);
  return matching.flatMap(({ resource, operation }) =>
    places.flatMap((place): readonly MatchedWrites[] => {
      const inPlace = selected.filter(({ namespace }) => namespace.place === place);
      const matched = any(
        inPlace.map(({ namespace, isSelected }) => all([isSelected, conditionsHold(matchers, resource, operation, namespace)])),
      );
      return matched === false ? [] : [{ resource: resource.resource, operation, place, isCertain: matched === true }];
    }),
  );
}

/** Returns the namespaces that the selectors select, or can select. */
function selectedNamespaces(matchers: readonly Matcher[], snapshot: Snapshot) {
  // Leases usually have no labels, so a selector of labels matches none.
  if (!matchers.every(({ objectSelector }) => selectsLabels(toSelector(objectSelector), new Map()))) return [];
  const selectors = matchers.map(({ namespaceSelector }) => toSelector(namespaceSelector));
  const namespaces = namespacesOf(snapshot, selectors.flat());
  return namespaces
    .map((namespace) => ({ namespace, isSelected: all(selectors.map((selector) => selectsNamespace(selector, namespace))) }))
    .filter(({ isSelected }) => isSelected !== false);
}

/** Reports whether all conditions hold for a write of one of the usual writers. */
function conditionsHold(
  matchers: readonly Matcher[],
  resource: (typeof leaseResources)[number],
  operation: ChangeOperation,
  namespace: KnownNamespace,
): Decided {
  const conditions = matchers.flatMap(({ matchConditions }) => matchConditions.map((condition) => textAt(condition, "expression")));
  if (conditions.length === 0) return true;
  return any(factsOf(resource, operation, namespace).map((facts) => all(conditions.map((condition) => decideCel(condition, facts)))));
}

const places: readonly LeasePlace[] = ["kube-node-lease", "kube-system", "other"];

/**
 * Reports whether the rules match. A slash in a rule separates the subresource, and `*` matches the
 * absent subresource of a Lease, too. With the match policy Equivalent, a served version must be in
 * the rule, and v1 is the only served version of Lease.
 */
function matchesRules({ rules, excluded }: Matcher, resource: (typeof leaseResources)[number], operation: ChangeOperation): boolean {
  const matches = (rule: Fields): boolean => {
    const has = (field: string, ...values: readonly string[]) => textsAt(rule, field).some((text) => text === "*" || values.includes(text));
    const named = textsAt(rule, "resources").some((text) => {
      const [name, subresource = "*"] = text.split("/", 2);
      return (name === "*" || name === resource.resource) && subresource === "*";
    });
    const isNamespaced = textAt(rule, "scope") !== "Cluster";
    const versions = has("apiVersions", ...resource.versions);
    return named && isNamespaced && versions && has("apiGroups", coordinationGroup) && has("operations", operation);
  };
  return rules.some(matches) && !excluded.some(matches);
}

interface KnownNamespace extends NamespaceLabels {
  readonly place: LeasePlace;
  readonly name: string;
}

/**
 * Returns the namespaces of the cluster. If the list has no kube-system, the list is a part of a
 * manifest. The result then also contains the names in selectors, and any other name.
 */
function namespacesOf(snapshot: Snapshot, selector: LabelSelector): readonly KnownNamespace[] {
  const read = objectsOf(snapshot, "Namespace");
  const isComplete = read.some(({ name }) => name === "kube-system");
  const known = read.map(({ name, value }) => namespaceOf(name, mapAt(value, "metadata", "labels"), true));
  const named = isComplete ? [] : selector.filter(({ key }) => key === nameLabel).flatMap(({ values }) => values);
  const missing = new Set(["kube-node-lease", "kube-system", ...named, ...(isComplete ? [] : [anyName])]);
  for (const { name } of read) missing.delete(name);
  return [...known, ...[...missing].map((name) => namespaceOf(name, new Map(), isComplete))];
}

/** The name of any other namespace. No namespace can have this name. */
const anyName = "";

function namespaceOf(name: string, labels: ReadonlyMap<string, string>, isComplete: boolean): KnownNamespace {
  const place: LeasePlace = name === "kube-node-lease" || name === "kube-system" ? name : "other";
  return { place, name, labels: new Map([...labels, [nameLabel, name]]), isComplete };
}

/** Returns the known values of a write, for each usual writer of such objects. */
function factsOf(
  { resource, kind }: (typeof leaseResources)[number],
  operation: ChangeOperation,
  { place, name }: KnownNamespace,
): readonly CelFacts[] {
  const request: readonly (readonly [string, string])[] = [
    ["request.operation", operation],
    ["request.resource.group", coordinationGroup],
    ["request.resource.resource", resource],
    ["request.kind.group", coordinationGroup],
    ["request.kind.kind", kind],
    ["request.subResource", ""],
  ];
  const names = [
    "request.namespace",
    "namespaceObject.metadata.name",
    operation === "DELETE" ? "oldObject.metadata.namespace" : "object.metadata.namespace",
  ];
  const namespace = name === anyName ? [] : names.map((path) => [path, name] as const);
  return writersOf(place, name).map((writer) => new Map<string, string | readonly string[]>([...request, ...namespace, ...writer]));
}

type Writer = readonly (readonly [string, string | readonly string[]])[];

/** Returns the usual writers. The names of service accounts are unknown. */
function writersOf(place: LeasePlace, namespace: string): readonly Writer[] {
  const user = (username: string, ...groups: readonly string[]): Writer => [
    ["request.userInfo.username", username],
    ["request.userInfo.groups", [...groups, authenticatedGroup]],
  ];
  const groups = [serviceAccountsGroup, serviceAccountsGroupOf(namespace), authenticatedGroup];
  const serviceAccount: Writer = namespace === anyName ? [] : [["request.userInfo.groups", groups]];
  if (place === nodeLeaseNamespace) return [user(nodeUser(""), nodeGroup)];
  return place === systemNamespace ? [user(controllerManager), serviceAccount] : [serviceAccount];
}
