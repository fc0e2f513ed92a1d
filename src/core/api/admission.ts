import { property } from "./json-object.ts";
import type { GroupVersionKind, Status } from "./meta.ts";
import type { SubmittedExtra } from "./user-extra.ts";

/** The AdmissionReview versions that the webhook accepts. */
export type ReviewVersion = "admission.k8s.io/v1" | "admission.k8s.io/v1beta1";

/**
 * The operation of a request. The admission API defines CONNECT, but Leases do not support this
 * operation.
 */
export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** The fields of the `authentication.k8s.io` UserInfo that the webhook reads. */
export interface SubmittedUser {
  readonly username?: string | null;
  readonly groups?: readonly (string | null)[] | null;
  readonly extra?: SubmittedExtra | null | undefined;
}

/**
 * The fields of AdmissionRequest that the webhook reads. `object` and `oldObject` are JSON objects
 * as kube-apiserver sends them. lease-guard has not yet validated these objects.
 */
export interface AdmissionRequest {
  readonly uid: string;
  readonly kind: GroupVersionKind;
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string };
  readonly subResource?: string | null;
  readonly name?: string | null;
  readonly namespace?: string | null;
  readonly operation: Operation;
  readonly userInfo?: SubmittedUser | null;
  readonly object?: object | null;
  readonly oldObject?: object | null;
  readonly dryRun?: boolean | null;
}

/** The AdmissionResponse of a validating webhook, which never contains a patch. */
export interface AdmissionResponse {
  readonly uid: string;
  readonly allowed: boolean;
  readonly status?: Status;
  readonly warnings?: readonly string[];
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}

/** The AdmissionReview that the webhook returns. `response.uid` is the `uid` of the request. */
export interface AdmissionReview {
  readonly apiVersion: ReviewVersion;
  readonly kind: "AdmissionReview";
  readonly response: AdmissionResponse;
}

/** Reports whether a value has the kind AdmissionReview, in any version. */
export function isReview(value: unknown): boolean {
  return property(value, "kind") === "AdmissionReview";
}
