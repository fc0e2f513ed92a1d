import type { AdmissionRequest } from "../../core/api/admission.ts";
import type { ServedVersion } from "../../core/api/served-versions.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";
import type { Change } from "../../rules/rule.ts";
import { withDecodableTimes } from "../validate/decodable-times.ts";
import { createOf, deleteOf, type Submission, toContext, updateOf } from "../validate/submission.ts";

/**
 * Returns the write that a request describes. Returns undefined for CONNECT. Also returns undefined
 * for a DELETE without `oldObject`, which Kubernetes versions before 1.15 send. The error names the
 * object that the request lacks.
 */
export function toSubmission(
  served: ServedVersion,
  request: AdmissionRequest,
  now: Date,
): Result<Submission | undefined, string> {
  const change = toChange(request);
  return change.ok ? ok(change.value && { served, change: change.value, context: toContext(request, now) }) : change;
}

function toChange({ operation, object, oldObject }: AdmissionRequest): Result<Change<object> | undefined, string> {
  switch (operation) {
    case "CREATE":
      return object ? ok(createOf(withDecodableTimes(object))) : missing("object", operation);
    case "UPDATE":
      if (!object) return missing("object", operation);
      return oldObject ? ok(updateOf(withDecodableTimes(object), oldObject)) : missing("oldObject", operation);
    case "DELETE":
      return ok(oldObject ? deleteOf(oldObject) : undefined);
    case "CONNECT":
      return ok(undefined);
  }
}

function missing(field: "object" | "oldObject", operation: string): Result<never, string> {
  return failed(`request.${field}: Required value: must be the object where request.operation is ${operation}`);
}
