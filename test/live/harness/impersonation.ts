import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { breakGlassGroup, mastersGroup } from "../../../src/rules/shared/identities.ts";
import type { Writer } from "./api.ts";
import { adminUser } from "./credentials.ts";
import { expectStatus, type World } from "./world.ts";

/**
 * The admin as a member of the group for emergencies, for writes that no exported policy denies.
 */
export const emergencyWriter: Writer = { username: adminUser, groups: [mastersGroup, breakGlassGroup] };

/** The group of users with all permissions for Leases and LeaseCandidates, and no others. */
export const electorsGroup = "electors";

/** Creates the RBAC objects that give the group `electors` its permissions. */
export async function allowElectors({ api }: World): Promise<void> {
  const group = "rbac.authorization.k8s.io";
  const path = `/apis/${group}/v1`;
  const metadata = { name: electorsGroup };
  const rules = [{ apiGroups: ["coordination.k8s.io"], resources: ["leases", "leasecandidates"], verbs: ["*"] }];
  const subjects = [{ apiGroup: group, kind: "Group", name: electorsGroup }];
  const roleRef = { apiGroup: group, kind: "ClusterRole", name: electorsGroup };
  expectStatus(201, await api.call("POST", `${path}/clusterroles`, { body: { metadata, rules } }));
  expectStatus(201, await api.call("POST", `${path}/clusterrolebindings`, { body: { metadata, subjects, roleRef } }));
}

/**
 * Writes a kubeconfig with which the admin impersonates another user and has only the permissions
 * of that user. Returns the path of the file.
 */
export function kubeconfigAs(world: World, user: string, groups: readonly string[] = []): string {
  const config = JSON.parse(readFileSync(join(world.folder, "kubeconfig.json"), "utf8"));
  Object.assign(config.users[0].user, { as: user, ...(groups.length > 0 && { "as-groups": groups }) });
  const path = join(world.folder, `${user.replaceAll(":", "-")}.json`);
  writeFileSync(path, JSON.stringify(config));
  return path;
}
