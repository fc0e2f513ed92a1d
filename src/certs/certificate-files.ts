import { caBundlePatch } from "./ca-bundle.ts";
import type { IssuedCertificates } from "./sign.ts";

/** A file of the output directory; `mode` is its permission bits. */
export interface OutputFile {
  readonly name: string;
  readonly content: string;
  readonly mode: number;
}

/** What `certs generate` leaves behind: the certificates, and a kustomize component that puts them into `manifests/base`. */
export function certificateFiles(issued: IssuedCertificates, namespace: string): readonly OutputFile[] {
  return [
    { name: "ca.crt", content: issued.caCertificate, mode: 0o644 },
    { name: "tls.crt", content: issued.certificate, mode: 0o644 },
    { name: "tls.key", content: issued.privateKey, mode: 0o600 },
    { name: "ca-bundle.patch.yaml", content: caBundlePatch(issued.caCertificate), mode: 0o644 },
    { name: "kustomization.yaml", content: component(namespace), mode: 0o644 },
  ];
}

/** The namespace is quoted: `123` and `null` are legal names. kustomize adds a hash to the Secret's, so a new certificate restarts the pods. */
function component(namespace: string): string {
  return `# Use it in an overlay of yours:
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
