import { coordinationGroup } from "../../api/served-versions.ts";
import { toSelector } from "../../registration/registration.ts";
import { type ChangeOperation, changeOperations } from "../../rules/rule.ts";
import { type Fields, fieldAt, mapAt, objectsAt, textAt, textsAt } from "../fields.ts";
import { objectsOf, type Snapshot } from "../snapshot.ts";
import { type CelFacts, decideCel } from "./decide-cel.ts";
import { all, any, type Decided, type NamespaceLabels, nameLabel, selectsLabels, selectsNamespace } from "./selector.ts";

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
  const namespaces = namespacesOf(snapshot, matchers);
  return leaseResources.flatMap((resource) =>
    changeOperations.flatMap((operation) => {
      if (!matchers.every((matcher) => matchesRules(matcher, resource, operation))) return [];
      return places.flatMap((place): readonly MatchedWrites[] => {
        const matched = any(
          namespaces
            .filter((namespace) => namespace.place === place)
            .flatMap((namespace) => factsOf(resource, operation, namespace).map((facts) => matchesAll(matchers, namespace, facts))),
        );
        return matched === false ? [] : [{ resource: resource.resource, operation, place, isCertain: matched === true }];
      });
    }),
  );
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
function namespacesOf(snapshot: Snapshot, matchers: readonly Matcher[]): readonly KnownNamespace[] {
  const read = objectsOf(snapshot, "Namespace");
  const isComplete = read.some(({ name }) => name === "kube-system");
  const known = read.map(({ name, value }) => namespaceOf(name, mapAt(value, "metadata", "labels"), true));
  const selectors = matchers.flatMap(({ namespaceSelector }) => toSelector(namespaceSelector));
  const named = isComplete ? [] : selectors.filter(({ key }) => key === nameLabel).flatMap(({ values }) => values);
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

function matchesAll(matchers: readonly Matcher[], namespace: KnownNamespace, facts: CelFacts): Decided {
  return all(
    matchers.flatMap(({ namespaceSelector, objectSelector, matchConditions }) => [
      selectsNamespace(toSelector(namespaceSelector), namespace),
      // Leases usually have no labels, so a selector of labels matches none.
      selectsLabels(toSelector(objectSelector), new Map()),
      ...matchConditions.map((condition) => decideCel(textAt(condition, "expression"), facts)),
    ]),
  );
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
    ["request.userInfo.groups", [...groups, "system:authenticated"]],
  ];
  const groups = ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"];
  const serviceAccount: Writer = namespace === anyName ? [] : [["request.userInfo.groups", groups]];
  if (place === "kube-node-lease") return [user("system:node:", "system:nodes")];
  return place === "kube-system" ? [user("system:kube-controller-manager"), serviceAccount] : [serviceAccount];
}
