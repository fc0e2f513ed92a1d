import type { Kind } from "../../api/coordination.ts";
import { checkConfigMapKey, checkPathSegment, checkPathSegmentPrefix, checkSubdomain } from "../../text/names.ts";
import type { ChangeOperation } from "../rule.ts";

/** Says what is wrong with a name. An update only asks that it can stand in a URL: an old bad name must stay writable. */
export function checkName(kind: Kind, operation: ChangeOperation, name: string): readonly string[] {
  if (operation !== "CREATE") return checkPathSegment(name);
  return kind === "Lease" ? checkSubdomain(name) : checkConfigMapKey(name);
}

/** Says what is wrong with a generateName, to which five characters are added. The path check sees what the mask hides: "foo/-". */
export function checkNamePrefix(kind: Kind, operation: ChangeOperation, prefix: string): readonly string[] {
  const faults = operation === "CREATE" ? kindPrefixFaults(kind, prefix) : [];
  return faults.length > 0 ? faults : checkPathSegmentPrefix(prefix);
}

function kindPrefixFaults(kind: Kind, prefix: string): readonly string[] {
  return kind === "Lease" ? checkSubdomain(maskTrailingDash(prefix)) : checkConfigMapKey(prefix);
}

/** Upstream's `maskTrailingDash`: it drops the byte before the dash too, so that "foo.-" passes here and fails as a name. */
function maskTrailingDash(prefix: string): string {
  return /[\0-\x7f]-$/.test(prefix) ? `${prefix.slice(0, -2)}a` : prefix;
}
