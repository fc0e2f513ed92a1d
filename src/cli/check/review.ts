import { badRequestMessage } from "../../admission/respond.ts";
import { reviewBody } from "../../admission/review.ts";
import { isReview } from "../../api/admission.ts";
import { property } from "../../api/json-object.ts";
import { maxBodyBytes } from "../../server/limits.ts";
import type { Finding } from "../../validate/verdict.ts";
import type { ObjectIdentity } from "./reports/result.ts";
import type { CheckSettings } from "./settings.ts";

/** A review's object and what was found in it, or why the review cannot be judged. */
export type JudgedReview =
  | { readonly identity: ObjectIdentity; readonly findings: readonly Finding[]; readonly ignored: readonly [] }
  | { readonly problem: string };

/** True for an AdmissionReview of Kubernetes; in a manifest, that kind of another group is skipped. */
export function isKubernetesReview(value: unknown): boolean {
  const apiVersion = property(value, "apiVersion");
  return isReview(value) && typeof apiVersion === "string" && apiVersion.startsWith("admission.k8s.io/");
}

/** Judges an AdmissionReview by the function that answers kube-apiserver; undefined when it is of none of our kinds. */
export function checkReview(value: unknown, { validate, context: { now } }: CheckSettings): JudgedReview | undefined {
  if (leftAfter(value, maxBodyBytes) < 0)
    return { problem: `must not be more than ${maxBodyBytes} bytes as JSON, which the webhook refuses` };
  const reply = reviewBody(new TextEncoder().encode(JSON.stringify(value)), validate, now);
  const problem = badRequestMessage(reply);
  if (problem !== undefined) return { problem };
  const { request, verdict } = reply;
  if (request === undefined || verdict === undefined) return undefined;
  const { kind, namespace, name } = request;
  const identity = { apiVersion: `${kind.group}/${kind.version}`, kind: kind.kind, namespace: namespace ?? "", name: name ?? "" };
  return { identity, findings: verdict.findings, ignored: [] };
}

/** What a value's JSON leaves of so many bytes, at the most: aliases can make of a small text more than any string can hold. */
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
