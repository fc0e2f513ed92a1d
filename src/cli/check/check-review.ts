import { maxBodyBytes } from "../../admission/limits.ts";
import { objectName, validatedReview } from "../../admission/respond.ts";
import { reviewBody } from "../../admission/review.ts";
import { isReview } from "../../api/admission.ts";
import { apiVersionOf, isOfApiGroup } from "../../api/meta.ts";
import { failed, ok, type Result } from "../../field/result.ts";
import type { ObjectFindings } from "./check-object.ts";
import type { CheckSettings } from "./settings.ts";

/**
 * Reports whether a value is an AdmissionReview of the group `admission.k8s.io`. `check` skips an
 * AdmissionReview of any other group.
 */
export function isKubernetesReview(value: unknown): boolean {
  return isReview(value) && isOfApiGroup(value, "admission.k8s.io");
}

/**
 * Validates an AdmissionReview with the function that the webhook uses. Returns undefined if
 * lease-guard does not validate the kind of the object. The error says why the webhook would reject
 * the review.
 */
export function checkReview(value: unknown, { validate, context }: CheckSettings): Result<ObjectFindings | undefined, string> {
  if (leftAfter(value, maxBodyBytes) < 0) return failed(`must not be more than ${maxBodyBytes} bytes as JSON, which the webhook rejects`);
  const reply = reviewBody(new TextEncoder().encode(JSON.stringify(value)), validate, context.now);
  const validated = validatedReview(reply);
  if (!validated.ok) return validated;
  if (validated.value === undefined) return ok(undefined);
  const { request, verdict } = validated.value;
  const { kind, namespace } = request;
  const identity = { apiVersion: apiVersionOf(kind), kind: kind.kind, namespace: namespace ?? "", name: objectName(request) };
  return ok({ identity, ...verdict, ignored: [] });
}

/**
 * Returns `bytes` minus a lower bound of the value's size as JSON. If the result is negative, the
 * JSON is larger than `bytes`. Stops at that point, because a small YAML text with aliases can have
 * a very large value.
 */
function leftAfter(value: unknown, bytes: number): number {
  if (typeof value === "string") return bytes - value.length;
  if (typeof value !== "object" || value === null) return bytes - 1;
  let left = bytes;
  for (const [key, field] of Object.entries(value)) {
    left = leftAfter(field, left - key.length);
    if (left < 0) break;
  }
  return left;
}
