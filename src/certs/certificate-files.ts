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
  return [
    { name: "ca.crt", content: issued.caCertificate, mode: 0o644 },
    { name: "tls.crt", content: issued.certificate, mode: 0o644 },
    { name: "tls.key", content: issued.privateKey, mode: 0o600 },
    { name: "ca-bundle.patch.yaml", content: caBundlePatch(issued.caCertificate), mode: 0o644 },
    { name: "kustomization.yaml", content: component(namespace), mode: 0o644 },
  ];
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
  - name: lease-guard-tls
    namespace: "${namespace}"
    type: kubernetes.io/tls
    files:
      - tls.crt
      - tls.key
patches:
  - path: ca-bundle.patch.yaml
`;
}

/** The ValidatingWebhookConfiguration and its webhooks in `manifests/base`. */
const configurationName = "lease-guard";
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
  name: ${configurationName}
webhooks:
${webhookNames.map((name) => `  - name: ${name}\n    clientConfig:\n      caBundle: ${bundle}\n`).join("")}`;
}

/** Encodes PEM in base64, which is the form of `clientConfig.caBundle`. */
export function caBundle(caCertificate: string): string {
  return Buffer.from(caCertificate).toString("base64");
}
