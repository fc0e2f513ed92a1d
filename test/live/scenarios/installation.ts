import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { exampleFiles, installFiles, writeExample } from "../../harness/overlays-example.ts";
import { expectStatus, type World } from "../harness/world.ts";

const manifests = join(import.meta.dirname, "../../../manifests");
const customResources = join(import.meta.dirname, "../../fixtures/crds");
const example = writeExample();
const folders = [
  "manifests/base",
  "manifests/overlays/cert-manager",
  "manifests/overlays/openshift",
  "manifests/overlays/self-managed",
  ...Array.from([...exampleFiles.keys(), ...installFiles.keys()], (path) => dirname(path)),
];

interface PodTemplate {
  readonly metadata: object;
  readonly spec: { readonly containers: readonly { readonly securityContext: object }[] };
}

interface Rendered {
  readonly kind: string;
  readonly spec?: {
    readonly template?: PodTemplate;
    readonly jobTemplate?: { readonly spec: { readonly template: PodTemplate } };
  };
}

/** Tests the published manifests as far as this is possible without controllers and nodes. */
export function installation(world: () => World): void {
  const rendered = async (folder: string): Promise<readonly Rendered[]> => {
    const { status, stdout } = await world().kubectl(["kustomize", join(example, folder)]);
    expect(status).toBe(0);
    return parseAllDocuments(stdout).map((document) => document.toJS() as Rendered);
  };
  const templates = async (folder: string): Promise<readonly PodTemplate[]> =>
    (await rendered(folder)).flatMap(({ spec }) => spec?.template ?? spec?.jobTemplate?.spec.template ?? []);
  const dryRunPod = async ({ metadata, spec }: PodTemplate, securityContext: object) => {
    const containers = spec.containers.map((each) => ({
      ...each,
      securityContext: { ...each.securityContext, ...securityContext },
    }));
    const body = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { ...metadata, name: "one" },
      spec: { ...spec, containers },
    };
    return world().api.call("POST", "/api/v1/namespaces/lease-guard/pods?dryRun=All", { body });
  };

  describe("manifests", () => {
    afterAll(() => rmSync(example, { recursive: true }));

    beforeAll(async () => {
      const namespace = parse(readFileSync(join(manifests, "base/namespace.yaml"), "utf8")) as object;
      expectStatus(201, await world().api.call("POST", "/api/v1/namespaces", { body: namespace }));
      // The page docs/overlays.md installs one overlay in this namespace.
      const body = { metadata: { name: "guard" } };
      expectStatus(201, await world().api.call("POST", "/api/v1/namespaces", { body }));
      const { kubectl } = world();
      expect(await kubectl(["create", `--filename=${customResources}`])).toMatchObject({ status: 0 });
      expect(
        await kubectl(["wait", "--for=condition=Established", "--timeout=60s", `--filename=${customResources}`]),
      ).toMatchObject({
        status: 0,
      });
    });

    it.each(folders)("the API server accepts all of %s", async (folder) => {
      const { status, stdout, stderr } = await world().kubectl([
        "apply",
        "--dry-run=server",
        `--kustomize=${join(example, folder)}`,
      ]);
      // The namespace was created without `kubectl apply`. kubectl therefore prints a warning about
      // an annotation and continues.
      const errors = stderr
        .split("\n")
        .filter((line) => line !== "" && !line.includes("last-applied-configuration annotation"));
      expect({ status, errors }).toEqual({ status: 0, errors: [] });
      expect(stdout.trim().split("\n")).toContainEqual(
        expect.stringMatching(/^deployment\.apps\/(?:east-)?lease-guard created \(server dry run\)$/),
      );
      expect(stdout.trim().split("\n")).toHaveLength((await rendered(folder)).length);
    });

    it.each(folders)("restricted pod security: every pod of %s is allowed", async (folder) => {
      const pods = await templates(folder);
      expect(pods).toHaveLength(/self-managed|deploy(?!-openshift)/.test(folder) ? 3 : 1);
      for (const pod of pods) expect(await dryRunPod(pod, {})).toMatchObject({ status: 201, warnings: [] });
    });

    it("restricted pod security: a privileged pod is denied", async () => {
      const [pod] = await templates("manifests/base");
      const answer = pod && (await dryRunPod(pod, { privileged: true, allowPrivilegeEscalation: true }));
      expect(answer).toMatchObject({ status: 403, warnings: [] });
      expect(answer?.body.message).toContain('violates PodSecurity "restricted:latest": privileged');
    });
  });
}
