/**
 * The name of the Namespace, the Service, the Deployment, and the ValidatingWebhookConfiguration in
 * `manifests/base`.
 */
export const installedName = "lease-guard";

/** The label of the objects in `manifests/base`, and of all objects that lease-guard writes. */
export const ownLabel: Readonly<Record<string, string>> = { "app.kubernetes.io/name": installedName };

/** The label of the objects that are part of an installation, next to `ownLabel`. */
export const partOfLabel: Readonly<Record<string, string>> = { "app.kubernetes.io/part-of": installedName };

/** Returns the name of the webhook in `manifests/base` that validates a resource. */
export function webhookName(resource: string): string {
  return `${resource}.${webhookDomain}`;
}

export function isOwnWebhookName(name: string): boolean {
  return name.endsWith(`.${webhookDomain}`);
}

const webhookDomain = "lease-guard.dev";

/**
 * The name of the Secret with the serving certificate. The pods of the webhook mount this Secret.
 */
export const servingSecretName = "lease-guard-tls";

/** The name of the Secret with the CA certificate and its key. No pod mounts this Secret. */
export const caSecretName = "lease-guard-ca";

export const policyConfigMapName = "lease-guard-policy";

/** The key of the policy in the ConfigMap, and the name of the file that the pods mount. */
export const policyKey = "policy.yaml";

export const baseRegistrationFile = "manifests/base/validating-webhook-configuration.yaml";

/** The flags of `lease-guard serve` that `doctor` reads from the container of an installation. */
export const serveFlagNames = {
  securePort: "--secure-port",
  bindAddress: "--bind-address",
  certFile: "--tls-cert-file",
  keyFile: "--tls-private-key-file",
  selfSigned: "--self-signed",
  clientCaFile: "--client-ca-file",
  healthProbeBindAddress: "--health-probe-bind-address",
  policy: "--policy",
  deny: "--deny",
} as const;

export type ServeFlagName = (typeof serveFlagNames)[keyof typeof serveFlagNames];

/**
 * Returns the DNS name of a Service that kube-apiserver verifies when it calls a webhook:
 * `SERVICE.NAMESPACE.svc`.
 */
export function serviceHost({ name, namespace }: { readonly name: string; readonly namespace: string }): string {
  return `${name}.${namespace}.svc`;
}

/** The path of the webhook, and the only path that its server serves. */
export const webhookPath = "/validate";

export const defaultSecurePort = 8443;

/** The default port of `/livez` and `/readyz`. */
export const defaultProbePort = 8081;
