import type { AdmissionRequest } from "../api/admission.ts";
import type { ServedVersion } from "../api/served-versions.ts";
import { boundTokenExtra } from "../api/user-extra.ts";
import { failed, ok, type Result } from "../field/result.ts";
import type { Change, Context } from "../rules/rule.ts";
import { createOf, deleteOf, type Submission, updateOf } from "../validate/submission.ts";

/**
 * The write that a request describes; undefined if there is nothing to validate: CONNECT, and
 * DELETE without oldObject, as Kubernetes sent it before 1.15. The error names the missing object.
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

/** The facts of a request next to its objects; a request without `dryRun` is not a dry run. */
export function toContext({ userInfo, dryRun }: Pick<AdmissionRequest, "userInfo" | "dryRun">, now: Date): Context {
  const { username, groups, extra } = userInfo ?? {};
  const user = { username: text(username), groups: groups?.map(text) ?? [], extra: boundTokenExtra(extra) };
  return { now, user, dryRun: dryRun ?? false };
}

/** Go's decoder reads a lone surrogate as U+FFFD, and null as "". */
function text(value: string | null | undefined): string {
  return value?.toWellFormed() ?? "";
}

const times = ["acquireTime", "renewTime", "pingTime"] as const;

/** The years that an offset makes of 0000 and 9999; Go's decoder accepts no other years. */
const encodedYear = /^(?:-0001|10000)(?=-\d\d-\d\dT)/;

/**
 * The object with the times of its spec as Go's decoder accepts them. kube-apiserver accepts
 * `9999-12-31T23:59:59.999999-01:00` and sends it in UTC, with the year 10000; lease-guard must not
 * deny what kube-apiserver accepts.
 */
function clampYears(object: object): object {
  const { spec } = object as { readonly spec?: Readonly<Record<string, unknown>> | null };
  if (typeof spec !== "object" || spec === null) return object;
  const encoded = times.filter((name) => typeof spec[name] === "string" && encodedYear.test(spec[name]));
  if (encoded.length === 0) return object;
  return { ...object, spec: { ...spec, ...Object.fromEntries(encoded.map((name) => [name, clampYear(String(spec[name]))])) } };
}

function clampYear(time: string): string {
  return time.replace(encodedYear, time.startsWith("-") ? "0000" : "9999");
}
