import { coordinationGroup } from "../core/api/served-versions.ts";
import { namespacedName, type ObjectReference } from "../core/field/object-reference.ts";
import { firstLabel, uuidForm } from "../core/text/names.ts";
import type { ServiceAccount } from "../rules/shared/identities.ts";

/** The modes of a fence. A fence has no date from which it denies. */
export const fenceModes = ["warn", "deny"] as const;

export type FenceMode = (typeof fenceModes)[number];

/**
 * A fence around the objects that only the leader of an election writes. It acts only as an
 * exported admission policy: the webhook does not see the writes of these objects.
 */
export interface Fence {
  /** An RFC 1123 label, which is unique in the policy. */
  readonly name: string;
  /** The Lease of the election. */
  readonly lease: Omit<ObjectReference, "kind">;
  /** The service account of all replicas. */
  readonly serviceAccount: ServiceAccount;
  /** The form of the holder identity, which `identityFormOf` parses. */
  readonly identity: string;
  /** The resources that only the leader writes, in the form that `fencedResource` parses. */
  readonly resources: readonly string[];
  /** The objects of these resources. An absent selector selects all objects. */
  readonly selector?: LabelSelector;
  /** Whether the fence also applies to deletes, which have no time. */
  readonly deletes: boolean;
  readonly mode: FenceMode;
}

/** A label selector in the form of Kubernetes. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/**
 * The form of a holder identity: the name of the pod or of its node, and the rest. A `suffix` is
 * the same for all pods. `hasMore` means that `_` and any text follow, such as a UUID.
 */
export type IdentityForm =
  | { readonly of: "pod"; readonly suffix: string }
  | { readonly of: "pod" | "node"; readonly hasMore: true };

/**
 * Parses `POD`, `POD_*`, `POD` with a fixed suffix, or `NODE_*`. Returns undefined for others, such
 * as a suffix with a UUID, or one that begins with `_`: client-go adds a UUID after it.
 */
export function identityFormOf(text: string): IdentityForm | undefined {
  if (text === "POD_*") return { of: "pod", hasMore: true };
  if (text === "NODE_*") return { of: "node", hasMore: true };
  const [, suffix] = /^POD((?:[-./:@][-\w./:@]*)?)$/.exec(text) ?? [];
  return suffix === undefined || hasUuid(suffix) ? undefined : { of: "pod", suffix };
}

/** Returns why a text is no form of an identity, as a requirement on the text. */
export function identityProblem(text: string): string | undefined {
  if (identityFormOf(text) !== undefined) return undefined;
  return text.startsWith("POD_") || (text.startsWith("POD") && hasUuid(text))
    ? "must be POD_*, or POD with a suffix that is the same for all pods and does not begin with _, because a UUID differs between pods"
    : "must be POD, POD_*, POD with a fixed suffix, or NODE_*, because a random identity does not name the pod that leads";
}

const uuid = new RegExp(`(?:^|[-_./:@])uuid$|${uuidForm}`, "i");

function hasUuid(text: string): boolean {
  return uuid.test(text);
}

/** A resource or a subresource of an API group. The core group is "". */
export interface FencedResource {
  readonly group: string;
  /** The plural name, such as `widgets` or `widgets/status`. */
  readonly resource: string;
}

/**
 * Parses a resource such as `configmaps`, `widgets.example.com`, or `widgets.example.com/status`.
 * Returns undefined for any other text.
 */
export function fencedResource(text: string): FencedResource | undefined {
  const [, plural, group = "", subresource] =
    /^([a-z][-a-z0-9]*)(?:\.([a-z0-9](?:[-.a-z0-9]*[a-z0-9])?))?(?:\/([a-z][-a-z0-9]*))?$/.exec(text) ?? [];
  if (plural === undefined) return undefined;
  return { group, resource: subresource === undefined ? plural : `${plural}/${subresource}` };
}

/** The resources of the core group whose objects are stored, except Events. */
const coreResources: readonly string[] = [
  ...["configmaps", "endpoints", "limitranges", "namespaces", "nodes", "persistentvolumeclaims", "persistentvolumes"],
  ...["pods", "podtemplates", "replicationcontrollers", "resourcequotas", "secrets", "serviceaccounts", "services"],
];

/** Groups of objects that are not stored, or that no leader owns, such as Events. */
const otherGroups: readonly string[] = ["authentication.k8s.io", "authorization.k8s.io", "events.k8s.io"];

/** A version of an API, which kubectl writes before the group, as in `deployments.v1.apps`. */
const version = /^v\d+(?:(?:alpha|beta)\d+)?$/;

/** Resources that kube-apiserver exempts from admission policies. */
const exemptResources: readonly string[] = [
  ...["validatingadmissionpolicies", "validatingadmissionpolicybindings"],
  ...["mutatingadmissionpolicies", "mutatingadmissionpolicybindings"],
];

/** Subresources whose requests are no writes, or whose objects have no times of their own. */
const otherSubresources: readonly string[] = [
  ...["attach", "binding", "eviction", "exec", "log", "portforward", "proxy", "scale", "token"],
];

/** Reports whether a version is before a group of Kubernetes. Other groups can have such names. */
function beginsWithVersion(group: string): boolean {
  const rest = group.slice(firstLabel(group).length + 1);
  return version.test(firstLabel(group)) && (!rest.includes(".") || rest.endsWith(".k8s.io"));
}

/**
 * Returns why a fence cannot act on a resource or must not, as a requirement on the resource.
 * Returns undefined for all other resources.
 */
export function unfencedReason({ group, resource }: FencedResource): string | undefined {
  const [plural = "", subresource = ""] = resource.split("/");
  if (beginsWithVersion(group) || version.test(subresource))
    return "must be RESOURCE, RESOURCE.GROUP, or RESOURCE.GROUP/SUBRESOURCE without a version, because a fence applies to all versions";
  if (plural === "leases" && ["", coordinationGroup].includes(group))
    return "must not be the resource of Leases, because the next leader must be able to take the Lease";
  if (group === coordinationGroup)
    return `must not be a resource of ${coordinationGroup}, because replicas that do not lead must write it`;
  if (otherGroups.includes(group) || (group === "" && ["events", "bindings"].includes(plural)))
    return "must be a resource whose objects only the leader writes, and that kube-apiserver stores";
  if (group === "" && !coreResources.includes(plural))
    return "must be RESOURCE.GROUP, because the core group has no such resource";
  if (group === "admissionregistration.k8s.io" && exemptResources.includes(plural))
    return "must not be a resource that kube-apiserver exempts from admission policies";
  return otherSubresources.includes(subresource)
    ? "must not be a subresource whose requests have no time of the write"
    : undefined;
}

/** Returns a line such as `denies writes of pods by a/b while Lease a/c names another POD`. */
export function fenceText({ lease, serviceAccount, identity, resources, selector, deletes, mode }: Fence): string {
  const verb = mode === "deny" ? "denies" : "warns about";
  const objects = `${resources.join(", ")}${selector === undefined ? "" : ` with ${JSON.stringify(selector)}`}`;
  const writer = `by ${namespacedName(serviceAccount)} while Lease ${namespacedName(lease)} names another ${identity}`;
  return `${verb} ${deletes ? "writes and deletes" : "writes"} of ${objects} ${writer}`;
}
