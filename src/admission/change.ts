import type { AdmissionRequest } from "../api/admission.ts";
import type { Change } from "../rules/rule.ts";

/**
 * What a request would change; undefined when there is nothing to judge: CONNECT, and a DELETE without oldObject,
 * as Kubernetes sent it before 1.15. A text says what the request must bring.
 */
export function toChange({ operation, object, oldObject }: AdmissionRequest): Change<unknown> | undefined | string {
  switch (operation) {
    case "CREATE":
      return isNothing(object) ? missing("object", operation) : { operation, object };
    case "UPDATE":
      if (isNothing(object)) return missing("object", operation);
      return isNothing(oldObject) ? missing("oldObject", operation) : { operation, object, oldObject };
    case "DELETE":
      return isNothing(oldObject) ? undefined : { operation, oldObject };
    case "CONNECT":
      return undefined;
  }
}

function missing(field: "object" | "oldObject", operation: string): string {
  return `request.${field}: Required value: must be the object where request.operation is ${operation}`;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined;
}
