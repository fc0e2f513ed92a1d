import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { componentFolder } from "../../manifests/base.ts";
import { allowed, applyOnce, type Held, mayJob, type Right, restore } from "../harness/certificate-runs.ts";
import { expectStatus, type World } from "../harness/world.ts";

interface Rule {
  readonly resources: readonly Right["resource"][];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}
interface Role {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly rules: readonly Rule[];
}

const component = componentFolder("self-managed");
const roles = ["role.yaml", "cluster-role.yaml"].map(
  (file) => parse(readFileSync(join(component, file), "utf8")) as Role,
);
/** One entry for each verb of each RBAC rule of the Job. */
const rights = roles.flatMap((role) =>
  role.rules.flatMap((rule) => rule.verbs.map((verb) => ({ role, rule, verb, kind: role.kind }))),
);

/**
 * Tests that each permission of the Job is necessary. The other scenarios show that the
 * permissions are sufficient.
 */
export function certificateRights(world: () => World, job: () => string): void {
  const put = async (role: Role): Promise<void> => {
    const path = `/apis/rbac.authorization.k8s.io/v1/${role.kind === "Role" ? "namespaces/lease-guard/roles" : "clusterroles"}`;
    expectStatus(200, await world().api.call("PUT", `${path}/${role.metadata.name}`, { body: role }));
  };
  const nothing: Held = { bundles: [undefined, undefined] };
  /** A state in which the Secret of the CA exists but is empty. */
  const emptied: Held = { ca: {}, bundles: [undefined, undefined] };

  describe("permissions", () => {
    afterAll(() => restore(world(), nothing));

    it.each(rights)("$kind: the verb $verb is necessary", async ({ role, rule, verb }) => {
      const asked: Right = {
        verb,
        resource: rule.resources[0] ?? "secrets",
        ...(rule.resourceNames && { name: rule.resourceNames[0] ?? "" }),
      };
      await put(without(role, rule, verb));
      try {
        await allowed(world(), asked, false);
        await restore(world(), verb === "update" ? emptied : nothing);
        const { unfinished } = await applyOnce(job(), { timeoutMs: 3000 });
        expect(unfinished).toContain(`the API server responded with 403: ${asked.resource}`);
        expect(unfinished).toContain(`cannot ${verb} resource "${asked.resource}"`);
      } finally {
        await put(role);
        await allowed(world(), asked, true);
      }
      expect(await applyOnce(job())).toMatchObject({ unfinished: undefined });
    });

    it.each<Right>([
      { verb: "list", resource: "secrets" },
      { verb: "watch", resource: "secrets" },
      { verb: "get", resource: "secrets", name: "another" },
      { verb: "update", resource: "secrets", name: "another" },
      { verb: "delete", resource: "secrets", name: "lease-guard-tls" },
      { verb: "get", resource: "secrets", name: "lease-guard-ca", namespace: "default" },
      { verb: "create", resource: "secrets", namespace: "default" },
      { verb: "update", resource: "validatingwebhookconfigurations", name: "lease-guard" },
      { verb: "patch", resource: "validatingwebhookconfigurations", name: "another" },
      { verb: "create", resource: "validatingwebhookconfigurations" },
      { verb: "delete", resource: "validatingwebhookconfigurations", name: "lease-guard" },
    ])("the Job cannot $verb $resource $name $namespace", async (right) => {
      expect(await mayJob(world(), right)).toBe(false);
    });

    it("a Secret of another type is not changed", async () => {
      const path = "/api/v1/namespaces/lease-guard/secrets";
      await restore(world(), nothing);
      const data = { "tls.crt": "", "tls.key": "" };
      expectStatus(
        201,
        await world().api.call("POST", path, {
          body: { metadata: { name: "lease-guard-ca" }, type: "kubernetes.io/tls", data },
        }),
      );
      await expect(applyOnce(job())).rejects.toThrow(
        "Secret lease-guard/lease-guard-ca must be of type Opaque, not kubernetes.io/tls",
      );
    });
  });
}

/**
 * Returns the role without a verb. Removes the rule if no verb is left, because an RBAC rule must
 * have a verb.
 */
function without(role: Role, rule: Rule, verb: string): Role {
  const rest = { ...rule, verbs: rule.verbs.filter((each) => each !== verb) };
  return {
    ...role,
    rules: role.rules.map((each) => (each === rule ? rest : each)).filter(({ verbs }) => verbs.length > 0),
  };
}
