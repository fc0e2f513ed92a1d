import type { AuditedObject } from "./result.ts";

/** Reports whether an object has neither an error nor a warning. */
export function isHealthy({ findings }: AuditedObject): boolean {
  return findings.every(({ severity }) => severity === "info");
}
