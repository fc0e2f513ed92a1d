import type { Kind } from "../api/coordination.ts";
import type { Status } from "../api/meta.ts";
import { resources } from "../api/served-versions.ts";
import { webhookName } from "../text/installed-name.ts";

/**
 * Returns the Status that kube-apiserver sends to the client if the webhook denies a write.
 * kube-apiserver adds the name of the webhook to the message.
 */
export function clientStatus(kind: Kind, status: Status): Status {
  return { ...status, message: `admission webhook "${webhookName(resources[kind])}" denied the request: ${status.message}` };
}
