import { type Kind, type Located, oldestEmulationVersion } from "../../core/api/coordination.ts";
import { type FieldError, invalid, notSupported } from "../../core/field/error.ts";
import { checkConfigMapKey, checkPathSegment, checkPathSegmentPrefix, checkSubdomain } from "../../core/text/names.ts";
import { checkQualifiedName } from "../../core/text/qualified-name.ts";
import type { ChangeOperation } from "../rule.ts";

/**
 * Returns the errors of a name. For an update, the name only needs to be a valid segment of a URL
 * path, so that clients can still update old objects.
 */
export function checkName(kind: Kind, operation: ChangeOperation, name: string): readonly string[] {
  if (operation !== "CREATE") return checkPathSegment(name);
  return kind === "Lease" ? checkSubdomain(name) : checkConfigMapKey(name);
}

/**
 * Returns the errors of a generateName. The path check also reports characters that
 * `maskTrailingDash` removes, such as the slash in "foo/-".
 */
export function checkNamePrefix(kind: Kind, operation: ChangeOperation, prefix: string): readonly string[] {
  const messages = operation === "CREATE" ? checkCreatedPrefix(kind, prefix) : [];
  return messages.length > 0 ? messages : checkPathSegmentPrefix(prefix);
}

function checkCreatedPrefix(kind: Kind, prefix: string): readonly string[] {
  return kind === "Lease" ? checkSubdomain(maskTrailingDash(prefix)) : checkConfigMapKey(prefix);
}

/**
 * Replaces a dash at the end of a prefix, and the ASCII character before the dash, with `a`, like
 * the function `maskTrailingDash` of apimachinery. The prefix "foo.-" therefore passes, but every
 * name with this prefix is invalid.
 */
function maskTrailingDash(prefix: string): string {
  return /[\0-\x7f]-$/.test(prefix) ? `${prefix.slice(0, -2)}a` : prefix;
}

/** Returns the errors of a strategy that Kubernetes does not define. */
export function checkStrategy({ field, value }: Located<string>): readonly FieldError[] {
  if (value === oldestEmulationVersion) return [];
  if (!value.includes("/")) return [notSupported(field, value, [oldestEmulationVersion])];
  return checkQualifiedName(value).map((message) => invalid(field, value, message));
}
