/**
 * The name of the Namespace, the Service, the Deployment, and the ValidatingWebhookConfiguration in
 * `manifests/base`.
 */
export const installedName = "lease-guard";

/** The file of this package with the ValidatingWebhookConfiguration of `manifests/base`. */
export const baseRegistrationFile = "manifests/base/validating-webhook-configuration.yaml";
