import { unsentSettings, unsentText } from "../../policy/unsent-settings.ts";
import type { PolicyDiagnostic, ReadablePolicy } from "../../policy-file/read-policy.ts";
import type { NamedRegistration } from "./registration.ts";

/**
 * Returns a warning for each setting of a policy that needs data that kube-apiserver does not send
 * to the webhook.
 */
export function notSentWarnings({ policy, locate }: ReadablePolicy, registration: NamedRegistration): readonly PolicyDiagnostic[] {
  return unsentSettings(policy, registration, new Date()).map(({ field, unsent }) => {
    const needsOthers = unsent.some(({ what }) => what === "other-objects");
    const message = `does not apply to ${unsentText(unsent)}, because ${registration.name} does not send them`;
    return { ...locate(field), message: needsOthers ? onlyOutsideWebhook : message };
  });
}

const onlyOutsideWebhook =
  "does not apply in the webhook, because kube-apiserver sends only the object of the write; use lease-guard check, audit, or policy export --relations";
