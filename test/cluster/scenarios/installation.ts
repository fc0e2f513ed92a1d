import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { expectStatus, type World } from "../harness/world.ts";

const manifests = join(import.meta.dirname, "../../../manifests");
const customResources = join(import.meta.dirname, "../../fixtures/crds");
const folders = ["base", "overlays/cert-manager", "overlays/fail-closed", "overlays/monitoring", "overlays/openshift"];

interface PodTemplate {
  readonly metadata: object;
  readonly spec: { readonly containers: readonly { readonly securityContext: object }[] };
}

interface Rendered {
  readonly kind: string;
  readonly spec?: { readonly template?: PodTemplate };
}

/** The manifests as shipped, as far as an API server alone can tell. */
export function installation(world: () => World): void {
  const rendered = async (folder: string): Promise<readonly Rendered[]> => {
    const { status, stdout } = await world().kubectl(["kustomize", join(manifests, folder)]);
    expect(status).toBe(0);
    return parseAllDocuments(stdout).map((document) => document.toJS() as Rendered);
  };
  const dryRunPod = async (folder: string, securityContext: object) => {
    const template = (await rendered(folder)).find(({ kind }) => kind === "Deployment")?.spec?.template;
    if (template === undefined) throw new Error(`${folder} must have a Deployment`);
    const { metadata, spec } = template;
    const containers = spec.containers.map((each) => ({ ...each, securityContext: { ...each.securityContext, ...securityContext } }));
    const body = { apiVersion: "v1", kind: "Pod", metadata: { ...metadata, name: "one" }, spec: { ...spec, containers } };
    return world().api.call("POST", "/api/v1/namespaces/lease-guard/pods?dryRun=All", { body });
  };

  describe("manifests", () => {
    beforeAll(async () => {
      const namespace = parse(readFileSync(join(manifests, "base/namespace.yaml"), "utf8")) as object;
      expectStatus(201, await world().api.call("POST", "/api/v1/namespaces", { body: namespace }));
      const { kubectl } = world();
      expect(await kubectl(["create", `--filename=${customResources}`])).toMatchObject({ status: 0 });
      expect(await kubectl(["wait", "--for=condition=Established", "--timeout=60s", `--filename=${customResources}`])).toMatchObject({
        status: 0,
      });
    });

    it.each(folders)("%s is accepted whole", async (folder) => {
      const { status, stdout, stderr } = await world().kubectl(["apply", "--dry-run=server", `--kustomize=${join(manifests, folder)}`]);
      // The namespace was made without kubectl apply, which says so and goes on.
      const complaints = stderr.split("\n").filter((line) => line !== "" && !line.includes("last-applied-configuration annotation"));
      expect({ status, complaints }).toEqual({ status: 0, complaints: [] });
      expect(stdout.trim().split("\n")).toContain("deployment.apps/lease-guard created (server dry run)");
      expect(stdout.trim().split("\n")).toHaveLength((await rendered(folder)).length);
    });

    it.each(folders)("restricted pod security: the pod of %s passes", async (folder) => {
      expect(await dryRunPod(folder, {})).toMatchObject({ status: 201, warnings: [] });
    });

    it("restricted pod security: a privileged pod does not", async () => {
      const answer = await dryRunPod("base", { privileged: true, allowPrivilegeEscalation: true });
      expect(answer).toMatchObject({ status: 403, warnings: [] });
      expect(answer.body.message).toContain('violates PodSecurity "restricted:latest": privileged');
    });
  });
}
