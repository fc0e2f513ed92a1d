import { closestName } from "../core/text/closest-name.ts";
import { checks } from "./checks.ts";

const ids: readonly string[] = checks.map(({ id }) => id);

/** Returns the message for a string that is not the id of a check, and undefined for an id. */
export function notACheck(text: string): string | undefined {
  if (ids.includes(text)) return undefined;
  const similar = ids.find((id) => id.endsWith(`/${text}`)) ?? closestName(text, ids);
  return similar === undefined
    ? "must be the id of a check, such as workload/timing-order"
    : `must be the id of a check: did you mean ${similar}?`;
}
