import { certificateFileNames, installedName, servingSecretName } from "./installed-names.ts";
import type { IssuedCertificates } from "./sign.ts";

/** A file in the output directory; `mode` contains its permission bits. */
export interface OutputFile {
  readonly name: string;
  readonly content: string;
  readonly mode: number;
}

/**
 * The output of `certs generate`: certificates, and a kustomize component that adds them to
 * `manifests/base`.
 */
export function certificateFiles(issued: IssuedCertificates, namespace: string): readonly OutputFile[] {
  const contents: Readonly<Record<(typeof certificateFileNames)[number], string>> = {
    "ca.crt": issued.caCertificate,
    "tls.crt": issued.certificate,
    "tls.key": issued.privateKey,
    "ca-bundle.patch.yaml": caBundlePatch(issued.caCertificate),
    "kustomization.yaml": component(namespace),
  };
  return certificateFileNames.map((name) => ({ name, content: contents[name], mode: name === "tls.key" ? 0o600 : 0o644 }));
}

/**
 * Quotes the namespace, because `123` and `null` are valid names. kustomize adds a hash to the name
 * of the Secret. A new certificate therefore restarts the pods.
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

/** The webhooks of the ValidatingWebhookConfiguration in `manifests/base`. */
const webhookNames = ["leases.lease-guard.dev", "leasecandidates.lease-guard.dev"] as const;

/**
 * Returns a strategic merge patch. The order of the webhooks does not matter, because the patch
 * matches them by name.
 */
function caBundlePatch(caCertificate: string): string {
  const bundle = caBundle(caCertificate);
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: ${installedName}
webhooks:
${webhookNames.map((name) => `  - name: ${name}\n    clientConfig:\n      caBundle: ${bundle}\n`).join("")}`;
}

/** Encodes PEM in base64, which is the form of `clientConfig.caBundle`. */
export function caBundle(pem: string): string {
  return Buffer.from(pem).toString("base64");
}
