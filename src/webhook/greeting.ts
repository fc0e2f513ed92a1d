import type { AddressInfo } from "node:net";
import { encodeBase64 } from "../core/text/base64.ts";
import { webhookPath } from "../core/text/endpoints.ts";

/** Returns the message of a server that issued its own certificate. */
export function greeting({ address, port, family }: AddressInfo, caCertificate: string): string {
  const host = family === "IPv6" ? `[${address}]` : address;
  return `
caBundle for the clientConfig of a ValidatingWebhookConfiguration:
${encodeBase64(caCertificate)}

lease-guard listens on https://${host}:${port}${webhookPath}. To see it deny a Lease, run:

curl -sk https://${host}:${port}${webhookPath} -H 'Content-Type: application/json' -d '${JSON.stringify(exampleReview)}'

`;
}

/**
 * A review that lease-guard denies, because `leaseDurationSeconds` of the Lease is 0, and because
 * `preferredHolder` is set without `strategy`.
 */
const exampleReview = {
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  request: {
    uid: "705ab4f5-6393-11e8-b7cc-42010a800002",
    kind: { group: "coordination.k8s.io", version: "v1", kind: "Lease" },
    resource: { group: "coordination.k8s.io", version: "v1", resource: "leases" },
    name: "my-controller",
    namespace: "default",
    operation: "CREATE",
    object: {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "my-controller", namespace: "default" },
      spec: { holderIdentity: "pod-1", leaseDurationSeconds: 0, preferredHolder: "pod-2" },
    },
  },
};
