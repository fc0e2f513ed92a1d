/**
 * The name of the Namespace, the Service, the Deployment, and the ValidatingWebhookConfiguration in
 * `manifests/base`.
 */
export const installedName = "lease-guard";
