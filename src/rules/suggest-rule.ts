import { closestName } from "../text/closest-name.ts";

/** What to do about a text that is none of some ids. */
export function suggestRule(text: string, ids: readonly string[]): string {
  const meant = meantRule(text, ids);
  return meant === undefined ? "lease-guard rules lists them" : `did you mean ${meant}?`;
}

/** Which of some ids may have been meant: a slip away, with its group before it, or longer. */
function meantRule(text: string, ids: readonly string[]): string | undefined {
  const part = text === "" ? undefined : (ids.find((id) => id.endsWith(`/${text}`)) ?? ids.find((id) => id.startsWith(text)));
  return closestName(text, ids) ?? part;
}
