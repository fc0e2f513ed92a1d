import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { baseFolder, manifestNames, readBase, readObjects } from "./base.ts";

const clusterScoped = new Set(["Namespace", "ValidatingWebhookConfiguration"]);

test("the kustomization lists every manifest", () => {
  const { resources } = readBase<{ resources: readonly string[] }>("kustomization.yaml");
  expect([...resources].sort()).toEqual([...manifestNames].sort());
});

test("the base contains these objects", () => {
  const texts = manifestNames.map((name) => readFileSync(join(baseFolder, name), "utf8"));
  const objects = texts.flatMap(readObjects);
  expect(objects.map(({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.name}`).sort()).toEqual([
    "admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration lease-guard",
    "apps/v1 Deployment lease-guard",
    "networking.k8s.io/v1 NetworkPolicy lease-guard",
    "policy/v1 PodDisruptionBudget lease-guard",
    "v1 ConfigMap lease-guard-policy",
    "v1 Namespace lease-guard",
    "v1 Service lease-guard",
    "v1 ServiceAccount lease-guard",
  ]);
});

describe.each(manifestNames)("%s", (name) => {
  const text = readFileSync(join(baseFolder, name), "utf8");
  const objects = readObjects(text);

  test("is one object", () => {
    expect(objects).toHaveLength(1);
  });

  test.each(objects)("$kind is in namespace lease-guard, or in none if it is cluster-scoped", ({ kind, metadata }) => {
    expect(metadata.namespace).toBe(clusterScoped.has(kind) ? undefined : "lease-guard");
  });

  test.each(objects)("$kind has the recommended labels", ({ metadata }) => {
    expect(metadata.labels).toMatchObject({
      "app.kubernetes.io/name": "lease-guard",
      "app.kubernetes.io/component": "webhook",
      "app.kubernetes.io/part-of": "lease-guard",
    });
  });

  test("has no wildcard", () => {
    expect(text).not.toContain("*");
  });

  test("contains no number that YAML 1.1 and 1.2 read differently", () => {
    expect(text).not.toMatch(/:\s0\d/);
  });
});

test("the namespace enforces the restricted standard", () => {
  const { metadata } = readBase<{ metadata: { labels: Readonly<Record<string, string>> } }>("namespace.yaml");
  expect(metadata.labels).toMatchObject({
    "pod-security.kubernetes.io/enforce": "restricted",
    "pod-security.kubernetes.io/audit": "restricted",
    "pod-security.kubernetes.io/warn": "restricted",
  });
});

test("the service account mounts no token", () => {
  expect(readBase<{ automountServiceAccountToken: boolean }>("service-account.yaml").automountServiceAccountToken).toBe(
    false,
  );
});
