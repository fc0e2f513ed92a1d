import { expect, test } from "vitest";
import { parse } from "yaml";
import { certificateFiles } from "../../../src/cluster/certs/certificate-files.ts";

const issued = { caCertificate: "the CA\n", certificate: "the certificate\n", privateKey: "the key\n" };
const files = new Map(certificateFiles(issued, "guard").map((file) => [file.name, file]));

test.each([
  { name: "ca.crt", content: issued.caCertificate, mode: 0o644 },
  { name: "tls.crt", content: issued.certificate, mode: 0o644 },
  { name: "tls.key", content: issued.privateKey, mode: 0o600 },
])("$name", (file) => {
  expect(files.get(file.name)).toEqual(file);
});

test("the private key is in one file only", () => {
  expect([...files.values()].filter(({ content }) => content.includes("the key")).map(({ name }) => name)).toEqual([
    "tls.key",
  ]);
});

test("the patch gives both webhooks the CA and changes nothing else", () => {
  expect(parse(files.get("ca-bundle.patch.yaml")?.content ?? "")).toEqual({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "lease-guard" },
    webhooks: [
      { name: "leases.lease-guard.dev", clientConfig: { caBundle: "dGhlIENBCg==" } },
      { name: "leasecandidates.lease-guard.dev", clientConfig: { caBundle: "dGhlIENBCg==" } },
    ],
  });
});

test.each(["guard", "123", "null", "true", "1e3", "0x1"])(
  "the component creates the Secret in namespace %s",
  (namespace) => {
    const component = certificateFiles(issued, namespace).find(({ name }) => name === "kustomization.yaml");
    expect(parse(component?.content ?? "")).toEqual({
      apiVersion: "kustomize.config.k8s.io/v1alpha1",
      kind: "Component",
      secretGenerator: [
        { name: "lease-guard-tls", namespace, type: "kubernetes.io/tls", files: ["tls.crt", "tls.key"] },
      ],
      patches: [{ path: "ca-bundle.patch.yaml" }],
    });
  },
);
