import { pod as podForm } from "./names.ts";
import type { Write } from "./write.ts";

/** What a request says about its client. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
  readonly isUnknown: boolean;
  readonly isAdministrator: boolean;
  /** A user, other than a node, whose name does not begin with `system:`. */
  readonly isPerson: boolean;
  readonly isNode: boolean;
  readonly account: { readonly namespace: string; readonly name: string } | undefined;
  readonly pod: string | undefined;
  readonly podUid: string | undefined;
  readonly node: string | undefined;
  /** The node, unless its name looks like that of a Deployment's pod. */
  readonly knownNode: string | undefined;
}

export const garbageCollector = "system:serviceaccount:kube-system:generic-garbage-collector";
export const namespaceController = "system:serviceaccount:kube-system:namespace-controller";
export const controllerManager = "system:kube-controller-manager";

export function userOf({ user: { username: name, groups, extra = {} } }: Write): User {
  const [, namespace, account] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(name) ?? [];
  const one = (key: string) => {
    const values = extra[`authentication.kubernetes.io/${key}`] ?? [];
    return (values.length === 1 && values[0]) || undefined;
  };
  const pod = one("pod-name");
  const node = pod === undefined ? undefined : one("node-name");
  return {
    name,
    groups,
    isUnknown: name === "" && groups.length === 0,
    isAdministrator:
      name === "system:apiserver" || groups.includes("system:masters") || groups.includes("kubeadm:cluster-admins"),
    isPerson: name !== "" && !name.startsWith("system:") && !groups.includes("system:nodes"),
    isNode: groups.includes("system:nodes"),
    account: namespace === undefined || account === undefined ? undefined : { namespace, name: account },
    pod,
    podUid: one("pod-uid"),
    node,
    knownNode: node !== undefined && podForm(node)?.of === "Deployment" ? undefined : node,
  };
}

/** Reports whether a name matches a pattern, in which `*` matches any characters. */
export function matches(pattern: string, name: string): boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(name);
}

export interface Allowed {
  readonly users?: readonly string[];
  readonly groups?: readonly string[];
}

/** Reports whether a list of users and groups allows a user. */
export function allows({ users = [], groups = [] }: Allowed, user: User, namespace: string): boolean {
  const one = (pattern: string, name: string) => matches(pattern.replaceAll("$(namespace)", namespace), name);
  return (
    users.some((pattern) => one(pattern, user.name)) ||
    groups.some((pattern) => user.groups.some((group) => one(pattern, group)))
  );
}
