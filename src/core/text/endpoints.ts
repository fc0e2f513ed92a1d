/** The path of the webhook. The server of the webhook serves no other path. */
export const webhookPath = "/validate";

export const defaultSecurePort = 8443;

/** The default port of `/livez` and `/readyz`. */
export const defaultProbePort = 8081;
