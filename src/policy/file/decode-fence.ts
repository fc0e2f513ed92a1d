import { type FieldError, invalid } from "../../core/field/error.ts";
import { namespacedName } from "../../core/field/object-reference.ts";
import { checkLabel, checkSubdomain } from "../../core/text/names.ts";
import { checkLabelValue, checkQualifiedName } from "../../core/text/qualified-name.ts";
import {
  cleanerAccounts,
  reservedPrefix,
  serviceAccountPrefix,
  systemNamespace,
} from "../../rules/shared/identities.ts";
import { type Fence, fencedResource, identityProblem, type LabelSelector, unfencedReason } from "../fence.ts";
import type { FenceEntry } from "./policy-document.ts";

/** Decodes a fence without errors. */
export function decodeFence({ lease, serviceAccount, deletes = false, mode = "warn", ...fence }: FenceEntry): Fence {
  return { ...fence, lease: partsOf(lease), serviceAccount: partsOf(serviceAccount), deletes, mode };
}

function partsOf(text: string): Fence["lease"] {
  const [namespace = "", name = ""] = text.split("/");
  return { namespace, name };
}

/** Yields the errors of fences that a JSON Schema cannot find. */
export function* fenceErrors(fences: readonly FenceEntry[]): Iterable<FieldError> {
  for (const [index, fence] of fences.entries()) {
    yield* errorsOf(fence, index);
    yield* overlaps(fence, index, fences.slice(0, index));
  }
}

function* errorsOf(fence: FenceEntry, index: number): Iterable<FieldError> {
  const { name, lease, serviceAccount, identity, resources, selector } = fence;
  const error = (field: keyof FenceEntry, detail: string): FieldError =>
    invalid(["fences", index, field], fence[field], detail);
  for (const message of checkLabel(name)) yield error("name", message);
  const ofLease = leaseProblem(lease);
  if (ofLease !== undefined) yield error("lease", ofLease);
  const ofAccount = accountProblem(serviceAccount);
  if (ofAccount !== undefined) yield error("serviceAccount", ofAccount);
  const ofIdentity = identityProblem(identity);
  if (ofIdentity !== undefined) yield error("identity", ofIdentity);
  for (const [position, resource] of resources.entries()) {
    const detail = resourceProblem(resource);
    if (detail !== undefined) yield invalid(["fences", index, "resources", position], resource, detail);
  }
  const problem = selector && selectorProblem(selector);
  if (problem !== undefined) yield error("selector", problem);
}

function isNamespacedName(text: string): boolean {
  const [namespace = "", name = "", ...more] = text.split("/");
  return more.length === 0 && checkLabel(namespace).length === 0 && checkSubdomain(name).length === 0;
}

/** The Leases of components that do not run with a token that is bound to a pod. */
const controlPlaneLeases = ["kube-controller-manager", "kube-scheduler", "cloud-controller-manager"].map((name) =>
  namespacedName({ namespace: systemNamespace, name }),
);

function leaseProblem(lease: string): string | undefined {
  if (!isNamespacedName(lease)) return "must be NAMESPACE/NAME of a Lease";
  return controlPlaneLeases.includes(lease)
    ? "must not belong to a control plane component, whose credentials name no pod"
    : undefined;
}

function accountProblem(account: string): string | undefined {
  if (account.startsWith(serviceAccountPrefix))
    return "must be NAMESPACE/NAME of a service account, not the name of its user";
  if (account.startsWith(reservedPrefix))
    return "must be NAMESPACE/NAME of a service account, because a user with a client certificate has no pod";
  if (!isNamespacedName(account)) return "must be NAMESPACE/NAME of a service account";
  return cleanerAccounts.some((name) => namespacedName({ namespace: systemNamespace, name }) === account)
    ? "must be the service account of pods, because kube-controller-manager uses tokens that name no pod"
    : undefined;
}

function resourceProblem(text: string): string | undefined {
  const resource = fencedResource(text);
  if (resource === undefined)
    return "must be RESOURCE, RESOURCE.GROUP, or RESOURCE.GROUP/SUBRESOURCE in lower case, without patterns";
  return unfencedReason(resource);
}

function selectorProblem({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string | undefined {
  const keys = [...Object.keys(matchLabels), ...matchExpressions.map(({ key }) => key)];
  const values = [...Object.values(matchLabels), ...matchExpressions.flatMap(({ values: own = [] }) => own)];
  const [problem] = [...keys.flatMap(checkQualifiedName), ...values.flatMap(checkLabelValue)];
  if (problem !== undefined) return problem;
  const isWrong = matchExpressions.some(
    ({ operator, values: own = [] }) => (operator === "In" || operator === "NotIn") !== own.length > 0,
  );
  return isWrong ? "must have values for In and NotIn, and no values for Exists and DoesNotExist" : undefined;
}

function* overlaps(fence: FenceEntry, index: number, earlier: readonly FenceEntry[]): Iterable<FieldError> {
  const named = earlier.find(({ name }) => name === fence.name);
  if (named !== undefined)
    yield invalid(["fences", index, "name"], fence.name, "must not be the name of another fence");
  for (const [position, resource] of fence.resources.entries()) {
    if (fence.resources.indexOf(resource) < position)
      yield invalid(["fences", index, "resources", position], resource, "must not be listed twice");
    const other = earlier.find(
      (each) =>
        each.serviceAccount === fence.serviceAccount &&
        each.resources.includes(resource) &&
        !areDisjoint(each.selector, fence.selector),
    );
    if (other === undefined) continue;
    const detail = `must not also be in the fence ${other.name}: the pods of one account can lead only one of the two elections, unless the selectors require different values of one label`;
    yield invalid(["fences", index, "resources", position], resource, detail);
  }
}

/** Reports whether two selectors require different values of one label. */
function areDisjoint(a: LabelSelector | undefined, b: LabelSelector | undefined): boolean {
  const [left, right] = [allowedValues(a), allowedValues(b)];
  return [...left].some(([key, values]) => right.get(key)?.every((value) => !values.includes(value)) ?? false);
}

function allowedValues({
  matchLabels = {},
  matchExpressions = [],
}: LabelSelector = {}): ReadonlyMap<string, readonly string[]> {
  return new Map([
    ...matchExpressions.flatMap(({ key, operator, values = [] }) =>
      operator === "In" ? [[key, values] as const] : [],
    ),
    ...Object.entries(matchLabels).map(([key, value]) => [key, [value]] as const),
  ]);
}
