import { unsentSettings, unsentText } from "../../policy/unsent-settings.ts";
import type { PolicyDiagnostic, ReadablePolicy } from "../../policy-file/read-policy.ts";
import type { NamedRegistration } from "./registration.ts";

/**
 * Returns a warning for each setting of a policy that applies to writes that kube-apiserver does
 * not send to the webhook.
 */
export function notSentWarnings({ policy, locate }: ReadablePolicy, registration: NamedRegistration): readonly PolicyDiagnostic[] {
  return unsentSettings(policy, registration, new Date()).map(({ field, unsent }) => {
    const message = `does not apply to ${unsentText(unsent)}, because ${registration.name} does not send them`;
    return { ...locate(field), message };
  });
}
