/** The path of the webhook, and the only path that its server serves. */
export const webhookPath = "/validate";

export const defaultSecurePort = 8443;

/** The default port of `/livez` and `/readyz`. */
export const defaultProbePort = 8081;
