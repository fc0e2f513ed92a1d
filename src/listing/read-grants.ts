import type { ApiServer } from "../cluster/api-server.ts";
import { listParts } from "../cluster/list-pages.ts";
import { readResource } from "../cluster/read-resource.ts";
import type { Fields } from "../core/api/fields.ts";
import { isJsonObject } from "../core/api/json-object.ts";
import { listPath, resourceName, type UnreadResource } from "../core/api/requests.ts";
import { listProgress, type Progress } from "../terminal/progress.ts";
import { type SetMember, setMemberOf } from "../workload/object-set.ts";
import { rbacGroup } from "../workload/policy-rule.ts";
import { unreadObjects } from "./unread-objects.ts";

export interface GrantReading {
  readonly api: ApiServer;
  /** The only namespace whose Roles and RoleBindings count. */
  readonly namespace: string | undefined;
  readonly progress: Progress;
}

export interface ReadGrants {
  readonly members: readonly SetMember[];
  readonly unread: readonly UnreadResource[];
  /** The objects that exceed a limit. */
  readonly problems: readonly UnreadResource[];
}

interface ReadKind {
  readonly kind: string;
  readonly apiVersion: string;
  readonly resource: string;
  readonly isNamespaced?: true;
}

const rbac = `${rbacGroup}/v1`;

/** The kinds that grant permissions. */
export const grantKinds: readonly ReadKind[] = [
  { kind: "ClusterRole", apiVersion: rbac, resource: "clusterroles" },
  { kind: "ClusterRoleBinding", apiVersion: rbac, resource: "clusterrolebindings" },
  { kind: "Role", apiVersion: rbac, resource: "roles", isNamespaced: true },
  { kind: "RoleBinding", apiVersion: rbac, resource: "rolebindings", isNamespaced: true },
];

/** The accounts that can have permissions. */
export const accountKind: ReadKind = { kind: "ServiceAccount", apiVersion: "v1", resource: "serviceaccounts" };

/**
 * Reads the objects of kinds that say who may do what. A resource that the API server does not
 * return becomes an entry of `unread`.
 */
export async function readGrants(reading: GrantReading, kinds: readonly ReadKind[]): Promise<ReadGrants> {
  const members: SetMember[] = [];
  const unread: UnreadResource[] = [];
  const problems: UnreadResource[] = [];
  for (const each of kinds) {
    const read = await readResource(resourceName(each.apiVersion, each.resource), readKind(reading, each, problems));
    if (read.ok) members.push(...read.value);
    else unread.push({ resource: read.error.resource, reason: read.error.reason });
  }
  return { members, unread, problems };
}

async function readKind(
  { api, namespace, progress }: GrantReading,
  { kind, apiVersion, resource, isNamespaced }: ReadKind,
  problems: UnreadResource[],
): Promise<readonly SetMember[]> {
  let members: SetMember[] = [];
  const exceeding = unreadObjects();
  const restart = (): void => {
    members = [];
    exceeding.clear();
  };
  const path = listPath(apiVersion, isNamespaced === true ? namespace : undefined, resource);
  for await (const part of listParts(api, path, { metadataOnly: kind === "ServiceAccount" }, restart)) {
    for (const item of part.items) {
      const member = isJsonObject(item) ? setMemberOf(keptFields(item, { apiVersion, kind })) : undefined;
      if (member !== undefined) members.push(member);
    }
    for (const each of part.exceeding) exceeding.add({ kind: resource, ...each }, each.limit);
    progress.show(() => listProgress(members.length, resource));
  }
  problems.push(...exceeding.resources());
  return members;
}

/** Returns the fields that the permissions need. Annotations and managedFields can be large. */
function keptFields({ metadata, rules, roleRef, subjects }: Fields, type: object): object {
  const { name, namespace, labels } = isJsonObject(metadata) ? metadata : {};
  return { ...type, metadata: { name, namespace, labels }, rules, roleRef, subjects };
}
