import { readBaseRegistration } from "../../scripts/generate/sent-by.ts";
import { notSentWrites } from "../../src/cluster/registration/not-sent-writes.ts";
import type { Registration } from "../../src/cluster/registration/registration.ts";
import type { Submission } from "../../src/engine/validate/submission.ts";
import type { UserInfo } from "../../src/rules/rule.ts";
import { isPlainRenewal } from "./plain-renewal.ts";

export const base: Registration = readBaseRegistration();

/**
 * Reports whether kube-apiserver sends a write to the webhook with the
 * ValidatingWebhookConfiguration of `manifests/base`. If `writer` is undefined, the client is not a
 * node.
 */
export function isSentByBase({ served, change }: Pick<Submission, "served" | "change">, writer?: UserInfo): boolean {
  const object = change.operation === "DELETE" ? change.oldObject : change.object;
  const { namespace = "" } = (object as { readonly metadata: { readonly namespace?: string } }).metadata;
  const { kind } = served.gvk;
  const isSkipped = (kind === "Lease" && isPlainRenewal(change)) || writer?.groups.includes("system:nodes") === true;
  return (
    !isSkipped &&
    notSentWrites({ kinds: [kind], operations: [change.operation], namespaces: [namespace] }, base).length === 0
  );
}
