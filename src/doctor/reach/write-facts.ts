import type { Kind } from "../../core/api/coordination.ts";
import { coordinationGroup, resources } from "../../core/api/served-versions.ts";
import { type ChangeOperation, objectFieldOf } from "../../rules/rule.ts";
import {
  nodeLeaseNamespace,
  serviceAccountGroups,
  systemNamespace,
  usualWriters,
} from "../../rules/shared/identities.ts";
import type { CelFacts } from "./decide-cel.ts";
import { anyName, type KnownNamespace } from "./known-namespaces.ts";

type Writer = (name: string, namespace: string) => string | readonly string[] | undefined;

/**
 * Returns a function that returns the known values of a write in a namespace. The result has one
 * item for each usual writer in this namespace. Except in kube-node-lease, it also has an item for
 * a service account of the namespace, whose name is unknown.
 */
export function factsFor(kind: Kind, operation: ChangeOperation): (namespace: KnownNamespace) => readonly CelFacts[] {
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

const serviceAccount: Writer = (path, namespace) => {
  if (path !== "request.userInfo.groups" || namespace === anyName) return undefined;
  return serviceAccountGroups(namespace);
};

const writers: Readonly<Record<KnownNamespace["namespaceClass"], readonly Writer[]>> = {
  [nodeLeaseNamespace]: writersIn(nodeLeaseNamespace),
  [systemNamespace]: [...writersIn(systemNamespace), serviceAccount],
  other: [serviceAccount],
};
