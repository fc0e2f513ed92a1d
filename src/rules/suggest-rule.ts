import { closestName } from "../text/closest-name.ts";

/** Returns advice on a string that is not one of the rule ids. */
export function suggestRule(text: string, ids: readonly string[]): string {
  const similar = similarRule(text, ids);
  return similar === undefined ? "lease-guard rules lists them" : `did you mean ${similar}?`;
}

/** Finds an id that differs from the text by a typo, a missing group, or a missing end. */
function similarRule(text: string, ids: readonly string[]): string | undefined {
  const part = text === "" ? undefined : (ids.find((id) => id.endsWith(`/${text}`)) ?? ids.find((id) => id.startsWith(text)));
  return closestName(text, ids) ?? part;
}
