import { resources } from "../../core/api/served-versions.ts";
import { encodeBase64 } from "../../core/text/decode-text.ts";
import { installedName, servingSecretName, webhookName } from "../../core/text/installed-name.ts";
import { certificateFileNames } from "./certificate-file-names.ts";
import type { IssuedCertificates } from "./sign.ts";

/** A file for the output directory. `mode` contains the permission bits of the file. */
export interface OutputFile {
  readonly name: string;
  readonly content: string;
  readonly mode: number;
}

/**
 * Returns the files that `certs generate` writes: the certificates, the private key, and a
 * kustomize component. The component adds the certificates to `manifests/base`.
 */
export function certificateFiles(issued: IssuedCertificates, namespace: string): readonly OutputFile[] {
  const contents: Readonly<Record<(typeof certificateFileNames)[number], string>> = {
    "ca.crt": issued.caCertificate,
    "tls.crt": issued.certificate,
    "tls.key": issued.privateKey,
    "ca-bundle.patch.yaml": caBundlePatch(issued.caCertificate),
    "kustomization.yaml": component(namespace),
  };
  return certificateFileNames.map((name) => ({
    name,
    content: contents[name],
    mode: name === "tls.key" ? 0o600 : 0o644,
  }));
}

/**
 * Returns the text of `kustomization.yaml`. The namespace is in quotation marks, because YAML would
 * otherwise read the valid namespace names `123` and `null` as a number and as null. kustomize adds
 * a hash to the name of the Secret, so a new certificate restarts the pods.
 */
function component(namespace: string): string {
  return `# Use this component in your overlay:
#   resources: [<lease-guard's manifests/base>]
#   components: [<this directory>]
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
secretGenerator:
  - name: ${servingSecretName}
    namespace: "${namespace}"
    type: kubernetes.io/tls
    files:
      - tls.crt
      - tls.key
patches:
  - path: ca-bundle.patch.yaml
`;
}

const webhookNames = Object.values(resources).map(webhookName);

/**
 * Returns a strategic merge patch that sets the `caBundle` of each webhook. The patch finds
 * webhooks by name, so the order of the webhooks does not matter.
 */
function caBundlePatch(caCertificate: string): string {
  const bundle = encodeBase64(caCertificate);
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: ${installedName}
webhooks:
${webhookNames.map((name) => `  - name: ${name}\n    clientConfig:\n      caBundle: ${bundle}\n`).join("")}`;
}
