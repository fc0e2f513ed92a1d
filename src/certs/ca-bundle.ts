/** Our ValidatingWebhookConfiguration and its webhooks, by the names `manifests/base` gives them. */
const configurationName = "lease-guard";
const webhookNames = ["leases.lease-guard.dev", "leasecandidates.lease-guard.dev"] as const;

/** The PEM text as `clientConfig.caBundle` wants it: in base64. */
export function caBundle(caCertificate: string): string {
  return Buffer.from(caCertificate).toString("base64");
}

/** A strategic merge patch of our ValidatingWebhookConfiguration, as YAML: webhooks are matched by name, so their order is free. */
export function caBundlePatch(caCertificate: string): string {
  const bundle = caBundle(caCertificate);
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: ${configurationName}
webhooks:
${webhookNames.map((name) => `  - name: ${name}\n    clientConfig:\n      caBundle: ${bundle}\n`).join("")}`;
}
