import { type Located, oldestEmulationVersion } from "../api/coordination.ts";
import { type FieldError, invalid, notSupported } from "../field/error.ts";
import { qualifiedNameFaults } from "../format/qualified-name.ts";

/** What both kinds ask of a strategy: without a "/" it must be one of Kubernetes' own, else a qualified name. */
export function* strategyErrors({ field, value }: Located<string>): Iterable<FieldError> {
  if (value === oldestEmulationVersion) return;
  if (!value.includes("/")) {
    yield notSupported(field, value, [oldestEmulationVersion]);
    return;
  }
  for (const fault of qualifiedNameFaults(value)) yield invalid(field, value, fault);
}
