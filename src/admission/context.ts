import type { AdmissionRequest } from "../api/admission.ts";
import type { Context } from "../rules/rule.ts";

/** Who asks, as Go's decoder leaves it: an absent or null text is "", a lone surrogate U+FFFD. */
export function toContext({ userInfo, dryRun }: AdmissionRequest, now: Date): Context {
  return {
    now,
    user: {
      username: userInfo?.username?.toWellFormed() ?? "",
      groups: (userInfo?.groups ?? []).map((group) => group?.toWellFormed() ?? ""),
    },
    dryRun: dryRun ?? false,
  };
}
