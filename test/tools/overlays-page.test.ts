import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readPolicy } from "../../src/policy/file/read-policy.ts";
import { exampleFiles, failClosedCommand, installFiles, writeExample } from "../harness/overlays-example.ts";
import { asFile } from "../policy/file/policy-texts.ts";
import { pick, rendered, renderedOverlay } from "./rendered-overlay.ts";

interface Registration {
  readonly webhooks: readonly { readonly failurePolicy: string }[];
}

const folder = writeExample();
afterAll(() => rmSync(folder, { recursive: true }));
const deploy = rendered(join(folder, "deploy"));
const failClosed = rendered(join(folder, "deploy-fail-closed"));
const failurePolicies = (objects: typeof deploy) =>
  pick<Registration>(objects, "ValidatingWebhookConfiguration").webhooks.map(({ failurePolicy }) => failurePolicy);
const images = (objects: typeof deploy) =>
  Array.from(JSON.stringify(objects).matchAll(/"image":"([^"]*)"/g), ([, image]) => image);
const policyText = (objects: typeof deploy) =>
  pick<{ readonly data: Readonly<Record<string, string>> }>(objects, "ConfigMap", "lease-guard-policy").data[
    "policy.yaml"
  ] ?? "";

test("the page has three kustomizations", () => {
  expect([...exampleFiles.keys()]).toEqual([
    "deploy/kustomization.yaml",
    "deploy-east/kustomization.yaml",
    "deploy-fail-closed/kustomization.yaml",
  ]);
});

test.each([
  ["kustomize", "deploy-self-managed/kustomization.yaml", 3],
  ["OpenShift", "deploy-openshift/kustomization.yaml", 1],
] as const)("docs/install.md installs its image with %s", (_, path, pods) => {
  expect(installFiles.has(path)).toBe(true);
  expect(images(rendered(join(folder, dirname(path))))).toEqual(
    Array.from({ length: pods }, () => "registry.example.com/lease-guard:0.1.0"),
  );
});

describe.each([
  ["deploy", deploy],
  ["deploy-fail-closed", failClosed],
] as const)("%s as printed on the page", (_name, objects) => {
  test("every pod has the image of the example", () => {
    expect(new Set(images(objects))).toEqual(new Set(["registry.example.com/lease-guard:0.1.0"]));
    expect(images(objects)).toHaveLength(3);
  });

  test("the policy is that of the example, without errors or warnings", () => {
    const read = readPolicy(asFile(policyText(objects)));
    expect(read.ok && read.value.policy.rules.get("lease/duration-within-bounds")?.parameters).toEqual({
      minSeconds: 5,
      maxSeconds: 3600,
    });
    expect(read.ok && read.value.warnings(new Date())).toEqual([]);
  });

  test("it contains a source of certificates and the alerts", () => {
    expect(pick(objects, "CronJob", "lease-guard-certificates")).toBeDefined();
    expect(pick(objects, "PrometheusRule")).toBeDefined();
  });
});

describe("failurePolicy: Fail", () => {
  test.each(["self-managed", "cert-manager", "openshift"])("is not set by the overlay %s", (name) => {
    expect(failurePolicies(renderedOverlay(name))).toEqual(["Ignore", "Ignore"]);
  });

  test("is set only by the second kustomization of the page", () => {
    expect(failurePolicies(deploy)).toEqual(["Ignore", "Ignore"]);
    expect(failurePolicies(failClosed)).toEqual(["Fail", "Fail"]);
  });

  test("is applied after the pods are ready and a dry run has reached them", () => {
    const steps = failClosedCommand.split("&&").map((step) => step.trim());
    expect(steps).toEqual([
      expect.stringMatching(/^kubectl -n lease-guard rollout status deployment\/lease-guard /),
      expect.stringMatching(
        /^kubectl create --dry-run=server .* -f manifests\/components\/fail-closed\/probe\.yaml 2>&1 \| grep \S+$/,
      ),
      "kubectl apply -k deploy-fail-closed",
    ]);
  });
});
