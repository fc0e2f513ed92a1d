import type { AdmissionRequest } from "../api/admission.ts";
import type { Context } from "../rules/rule.ts";

/** What a request tells beside its objects; whether it is a dry run it need not say. */
export function toContext({ userInfo, dryRun }: AdmissionRequest, now: Date): Context {
  return { now, user: { username: text(userInfo?.username), groups: userInfo?.groups?.map(text) ?? [] }, dryRun: dryRun ?? false };
}

/** Go's decoder makes U+FFFD of a lone surrogate, and "" of nothing. */
function text(value: string | null | undefined): string {
  return value?.toWellFormed() ?? "";
}
