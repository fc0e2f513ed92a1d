import type { AdmissionRequest } from "../api/admission.ts";
import { specTimes } from "../api/coordination.ts";
import type { ServedVersion } from "../api/served-versions.ts";
import { failed, ok, type Result } from "../field/result.ts";
import type { Change } from "../rules/rule.ts";
import { createOf, deleteOf, type Submission, toContext, updateOf } from "../validate/submission.ts";

/**
 * Returns the write that a request describes. Returns undefined for CONNECT. Also returns undefined
 * for a DELETE without `oldObject`, which Kubernetes versions before 1.15 send. The error names the
 * object that the request lacks.
 */
export function toSubmission(served: ServedVersion, request: AdmissionRequest, now: Date): Result<Submission | undefined, string> {
  const change = toChange(request);
  return change.ok ? ok(change.value && { served, change: change.value, context: toContext(request, now) }) : change;
}

function toChange({ operation, object, oldObject }: AdmissionRequest): Result<Change<object> | undefined, string> {
  switch (operation) {
    case "CREATE":
      return object ? ok(createOf(clampYears(object))) : missing("object", operation);
    case "UPDATE":
      if (!object) return missing("object", operation);
      return oldObject ? ok(updateOf(clampYears(object), clampYears(oldObject))) : missing("oldObject", operation);
    case "DELETE":
      return ok(oldObject ? deleteOf(clampYears(oldObject)) : undefined);
    case "CONNECT":
      return ok(undefined);
  }
}

function missing(field: "object" | "oldObject", operation: string): Result<never, string> {
  return failed(`request.${field}: Required value: must be the object where request.operation is ${operation}`);
}

/**
 * Matches the start of a time in the year -0001 or 10000. The offset of a time can move the year
 * 0000 or 9999 to one of these years. Go's decoder does not accept these years.
 */
const encodedYear = /^(?:-0001|10000)(?=-\d\d-\d\dT)/;

/**
 * Returns the object with the year 0000 or 9999 in place of a year that Go's decoder does not
 * accept. kube-apiserver accepts the time `9999-12-31T23:59:59.999999-01:00` and sends this time in
 * UTC, with the year 10000. lease-guard must not deny a write that kube-apiserver accepts.
 */
function clampYears(object: object): object {
  const { spec } = object as { readonly spec?: Readonly<Record<string, unknown>> | null };
  if (typeof spec !== "object" || spec === null) return object;
  const encoded = specTimes.filter((name) => typeof spec[name] === "string" && encodedYear.test(spec[name]));
  if (encoded.length === 0) return object;
  return { ...object, spec: { ...spec, ...Object.fromEntries(encoded.map((name) => [name, clampYear(String(spec[name]))])) } };
}

function clampYear(time: string): string {
  return time.replace(encodedYear, time.startsWith("-") ? "0000" : "9999");
}
