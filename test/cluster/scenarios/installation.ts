import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { expectStatus, type World } from "../harness/world.ts";

const base = join(import.meta.dirname, "../../../manifests/base");

interface PodTemplate {
  readonly metadata: object;
  readonly spec: { readonly containers: readonly { readonly securityContext: object }[] };
}

/** The manifests as shipped, as far as an API server alone can tell. */
export function installation(world: () => World): void {
  describe("manifests/base", () => {
    beforeAll(async () => {
      expectStatus(201, await world().api.call("POST", "/api/v1/namespaces", { body: manifest("namespace.yaml") }));
    });

    it("is accepted whole", async () => {
      const { status, stdout, stderr } = await world().kubectl(["apply", "--dry-run=server", `--kustomize=${base}`]);
      // The namespace was made without kubectl apply, which says so and goes on.
      const complaints = stderr.split("\n").filter((line) => line !== "" && !line.includes("last-applied-configuration annotation"));
      expect({ status, complaints }).toEqual({ status: 0, complaints: [] });
      expect(stdout.trim().split("\n").toSorted()).toEqual(
        expect.arrayContaining(["deployment.apps/lease-guard created (server dry run)"]),
      );
      expect(stdout.trim().split("\n")).toHaveLength(manifest<{ resources: readonly string[] }>("kustomization.yaml").resources.length);
    });

    it.each([
      ["the pod template passes", { privileged: false, status: 201 }],
      ["a privileged one does not", { privileged: true, status: 403 }],
    ] as const)("restricted pod security: %s", async (_, { privileged, status }) => {
      const { metadata, spec } = manifest<{ spec: { template: PodTemplate } }>("deployment.yaml").spec.template;
      const containers = spec.containers.map((container) =>
        privileged
          ? { ...container, securityContext: { ...container.securityContext, privileged, allowPrivilegeEscalation: true } }
          : container,
      );
      const body = { apiVersion: "v1", kind: "Pod", metadata: { ...metadata, name: "one" }, spec: { ...spec, containers } };
      const answer = await world().api.call("POST", "/api/v1/namespaces/lease-guard/pods?dryRun=All", { body });
      expect(answer).toMatchObject({ status, warnings: [] });
      if (privileged) expect(answer.body.message).toContain('violates PodSecurity "restricted:latest": privileged');
    });
  });
}

function manifest<T = object>(file: string): T {
  return parse(readFileSync(join(base, file), "utf8"));
}
