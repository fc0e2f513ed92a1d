import { maxBodyBytes } from "../../admission/limits.ts";
import { badRequestMessage } from "../../admission/respond.ts";
import { reviewBody } from "../../admission/review.ts";
import { failed, ok, type Result } from "../../field/result.ts";
import type { ObjectFindings } from "./check-object.ts";
import type { ObjectIdentity } from "./reports/result.ts";
import type { CheckSettings } from "./settings.ts";

/** A review's object and the findings in it. */
export interface CheckedReview extends ObjectFindings {
  readonly identity: ObjectIdentity;
}

/**
 * Validates an AdmissionReview with the function that replies to kube-apiserver; undefined if its
 * kind is not one that lease-guard validates. The error says why the webhook would reject it.
 */
export function checkReview(value: unknown, { validate, context }: CheckSettings): Result<CheckedReview | undefined, string> {
  if (leftAfter(value, maxBodyBytes) < 0) return failed(`must not be more than ${maxBodyBytes} bytes as JSON, which the webhook rejects`);
  const reply = reviewBody(new TextEncoder().encode(JSON.stringify(value)), validate, context.now);
  const problem = badRequestMessage(reply);
  if (problem !== undefined) return failed(problem);
  const { request, verdict } = reply;
  if (request === undefined || verdict === undefined) return ok(undefined);
  const { kind, namespace, name } = request;
  const identity = { apiVersion: `${kind.group}/${kind.version}`, kind: kind.kind, namespace: namespace ?? "", name: name ?? "" };
  return ok({ identity, findings: verdict.findings, ignored: [] });
}

/**
 * Returns how many of `bytes` the JSON of a value leaves at most; YAML aliases can make a small
 * text very large.
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
