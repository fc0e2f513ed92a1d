import type { AdmissionRequest } from "../api/admission.ts";
import type { Change } from "../rules/rule.ts";
import { clampYears } from "./clamp-years.ts";

/**
 * What a request would change; undefined when there is nothing to judge: CONNECT, and a DELETE without oldObject,
 * as Kubernetes sent it before 1.15. A text says what the request must bring.
 */
export function toChange({ operation, object, oldObject }: AdmissionRequest): Change<unknown> | undefined | string {
  switch (operation) {
    case "CREATE":
      return object ? { operation, object: clampYears(object) } : missing("object", operation);
    case "UPDATE":
      if (!object) return missing("object", operation);
      if (!oldObject) return missing("oldObject", operation);
      return { operation, object: clampYears(object), oldObject: clampYears(oldObject) };
    case "DELETE":
      return oldObject ? { operation, oldObject: clampYears(oldObject) } : undefined;
    case "CONNECT":
      return undefined;
  }
}

function missing(field: "object" | "oldObject", operation: string): string {
  return `request.${field}: Required value: must be the object where request.operation is ${operation}`;
}
