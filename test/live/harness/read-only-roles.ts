import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runCli } from "../../harness/cli.ts";
import { rendered } from "../../tools/rendered-overlay.ts";
import { kubeconfigAs } from "./impersonation.ts";
import { expectStatus, type World } from "./world.ts";

const root = join(import.meta.dirname, "../../..");

interface Rule {
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

interface Role {
  readonly metadata: { readonly name: string };
  readonly rules: readonly Rule[];
}

/** A command that only reads a cluster, and the user who runs it. */
export interface ReadOnlyCommand {
  /** The page that describes the permissions of the command. */
  readonly page: string;
  /** The arguments of the runs that together need all permissions. */
  readonly runs: readonly (readonly string[])[];
  /** The name of a user who has only the permissions that the page describes. */
  readonly user: string;
}

export const readOnlyCommands = {
  access: { page: "docs/access.md", runs: [["access", "-o", "json"]], user: "jane-access" },
  audit: {
    page: "docs/audit.md",
    // kube-public contains no Lease, so the audit looks up the namespace.
    runs: [
      ["audit", "-o", "json"],
      ["audit", "-o", "json", "--namespace", "kube-public"],
    ],
    user: "jane-audit",
  },
  // Without a fence, the doctor creates no Event.
  doctor: {
    page: "docs/doctor.md",
    runs: [["doctor", "--connect", "--probe", "--fences", "-o", "json"]],
    user: "jane-doctor",
  },
  learn: { page: "docs/learn.md", runs: [["learn", "--watch", "1s"]], user: "jane-learn" },
} as const;

/** Runs the commands of a page that create roles, and that bind them to a user. */
export async function applyRolesOf({ kubectl }: World, { page, user }: ReadOnlyCommand): Promise<void> {
  const commands = [
    ...readFileSync(join(root, page), "utf8").matchAll(
      /^kubectl ((?:apply -k manifests\/rbac|create \w+binding).*)$/gm,
    ),
  ];
  if (commands.length < 2) throw new Error(`${page} must create and bind roles`);
  for (const [, command = ""] of commands) {
    const args = command.replaceAll("jane", user).replace("manifests/rbac", join(root, "manifests/rbac"));
    const { status, stderr } = await kubectl(args.split(" "));
    if (status !== 0) throw new Error(stderr);
  }
}

/**
 * Runs a command as its user. Returns the verbs and resources of the requests that the command
 * reports as denied.
 */
export async function deniedRequests(world: World, { runs, user }: ReadOnlyCommand): Promise<readonly string[]> {
  const kubeconfig = kubeconfigAs(world, user);
  const outcomes = await Promise.all(runs.map((args) => runCli([...args, "--kubeconfig", kubeconfig])));
  const printed = outcomes.map(({ stdout, stderr }) => stdout + stderr).join("");
  const matches = printed.replaceAll("\\", "").matchAll(/cannot (\w+) resource "(\S+)"/g);
  return [...new Set([...matches].map(([, verb, resource]) => `${verb} ${resource}`))];
}

/** A verb for a resource in a role of `manifests/rbac`, and a command that needs the role. */
export interface RoleRight {
  readonly role: string;
  readonly verb: string;
  readonly resource: string;
  readonly command: ReadOnlyCommand;
  /** The rules of the role without the right. */
  readonly others: readonly Rule[];
}

/** Returns each permission of the roles in `manifests/rbac`. */
export function roleRights(): readonly RoleRight[] {
  const roles = rendered(join(root, "manifests/rbac")) as unknown as readonly Role[];
  return roles.flatMap(({ metadata: { name: role }, rules }) => {
    const [, command] = Object.entries(readOnlyCommands).find(([name]) => role.startsWith(`lease-guard-${name}`)) ?? [];
    if (command === undefined) throw new Error(`no command needs the role ${role}`);
    return rules.flatMap((rule) =>
      rule.resources.flatMap((resource) =>
        rule.verbs.map((verb) => ({ role, verb, resource, command, others: without(rules, rule, resource, verb) })),
      ),
    );
  });
}

function without(rules: readonly Rule[], rule: Rule, resource: string, verb: string): readonly Rule[] {
  const others = rule.resources.filter((each) => each !== resource);
  const verbs = rule.verbs.filter((each) => each !== verb);
  return [
    ...rules.filter((each) => each !== rule),
    ...(others.length > 0 ? [{ ...rule, resources: others }] : []),
    ...(verbs.length > 0 ? [{ ...rule, resources: [resource], verbs }] : []),
  ];
}

/** Calls a function while a role lacks a right. */
export async function withoutRight(
  { api }: World,
  { role, others }: RoleRight,
  run: () => Promise<void>,
): Promise<void> {
  const path = `/apis/rbac.authorization.k8s.io/v1/clusterroles/${role}`;
  const { rules } = expectStatus(200, await api.call("GET", path)).body;
  const replace = async (body: object): Promise<void> => {
    expectStatus(200, await api.call("PATCH", path, { body, contentType: "application/merge-patch+json" }));
  };
  await replace({ rules: others });
  try {
    await run();
  } finally {
    await replace({ rules });
  }
}
