/**
 * The names of the objects that `manifests/base` and its overlays install. `certs` uses these names
 * by default.
 */
export const installedNames = {
  namespace: "lease-guard",
  service: "lease-guard",
  /** The ValidatingWebhookConfiguration, and its webhooks. */
  configuration: "lease-guard",
  webhooks: ["leases.lease-guard.dev", "leasecandidates.lease-guard.dev"],
  /** The Secret that the webhook mounts. */
  secret: "lease-guard-tls",
  /** The Secret of the CA and its key. */
  caSecret: "lease-guard-ca",
} as const;
