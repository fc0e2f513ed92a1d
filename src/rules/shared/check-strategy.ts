import { type Located, oldestEmulationVersion } from "../../api/coordination.ts";
import { type FieldError, invalid, notSupported } from "../../field/error.ts";
import { checkQualifiedName } from "../../text/qualified-name.ts";

/** What both kinds ask of a strategy: without a "/" it must be one of Kubernetes' own, else a qualified name. */
export function checkStrategy({ field, value }: Located<string>): readonly FieldError[] {
  if (value === oldestEmulationVersion) return [];
  if (!value.includes("/")) return [notSupported(field, value, [oldestEmulationVersion])];
  return checkQualifiedName(value).map((fault) => invalid(field, value, fault));
}
