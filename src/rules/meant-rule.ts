import { nearestName } from "../format/nearest-name.ts";

/** Which of some ids may have been meant: a slip away, with its group before it, or longer. */
export function meantRule(text: string, ids: readonly string[]): string | undefined {
  const part = text === "" ? undefined : (ids.find((id) => id.endsWith(`/${text}`)) ?? ids.find((id) => id.startsWith(text)));
  return nearestName(text, ids) ?? part;
}
