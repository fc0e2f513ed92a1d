import { property } from "./json-object.ts";

/** The `metav1.GroupVersionKind` of an object. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Returns the `apiVersion`: GROUP/VERSION, or only the version for the core group, which is "". */
export function apiVersionOf({ group, version }: Pick<GroupVersionKind, "group" | "version">): string {
  return group === "" ? version : `${group}/${version}`;
}

/**
 * Returns the API group of an `apiVersion`, which is the part before the slash. Returns a string
 * without a slash unchanged.
 */
export function apiGroupOf(apiVersion: string): string {
  return apiVersion.split("/")[0] ?? "";
}

/**
 * Reports whether the `apiVersion` of a value is in the given group, in any version. The group must
 * not be the core group.
 */
export function isOfApiGroup(value: unknown, group: string): boolean {
  const apiVersion = property(value, "apiVersion");
  return typeof apiVersion === "string" && apiVersion.startsWith(`${group}/`);
}

/** Returns a resourceVersion as a number, or undefined if it is not a number. Later is larger. */
export function versionNumber(resourceVersion: string): number | undefined {
  return /^\d+$/.test(resourceVersion) ? Number(resourceVersion) : undefined;
}

/** The namespace of an object whose client sets none, as in kubectl. */
export const defaultNamespace = "default";

/**
 * A `metav1.OwnerReference` without `blockOwnerDeletion`. An absent string is "", and an absent
 * `controller` is false.
 */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller: boolean;
}

/**
 * A `metav1.ManagedFieldsEntry` without `fieldsV1`, `time`, and `apiVersion`. An absent string is
 * "".
 */
export interface ManagedFieldsEntry {
  readonly manager: string;
  readonly operation: string;
  readonly fieldsType: string;
  readonly subresource: string;
}

/**
 * The `metav1.ObjectMeta` of an object as Go's JSON decoder reads it. If a field is absent or null,
 * a string is "", a number is 0, and a list or map is empty. A time stays a string. A missing time
 * or deletionGracePeriodSeconds is undefined.
 */
export interface ObjectMeta {
  readonly name: string;
  readonly generateName: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation: number;
  readonly creationTimestamp: string | undefined;
  readonly deletionTimestamp: string | undefined;
  readonly deletionGracePeriodSeconds: number | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly ownerReferences: readonly OwnerReference[];
  readonly finalizers: readonly string[];
  readonly managedFields: readonly ManagedFieldsEntry[];
  /** The metadata as submitted, with all fields. Only its size is read. */
  readonly submitted: object;
}

/**
 * A `metav1.StatusCause`, which describes one error. `reason` is a cause type, such as
 * `FieldValueInvalid`. `message` does not contain the path of the field.
 */
export interface StatusCause {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
}

/** The `metav1.Status` of a denied or rejected request. */
export interface Status {
  readonly kind: "Status";
  readonly apiVersion: "v1";
  readonly metadata: Readonly<Record<string, never>>;
  readonly status: "Failure";
  readonly message: string;
  readonly reason: string;
  readonly details?: {
    readonly name: string;
    readonly group: string;
    readonly kind: string;
    readonly causes: readonly StatusCause[];
  };
  readonly code: number;
}

/**
 * The `reason` of a Status by HTTP status code, as in kube-apiserver. kube-apiserver has no
 * `reason` for 408, 411, 417, and 431. The values for these codes are similar to the names of the
 * codes in HTTP.
 */
const statusReasons = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  408: "Timeout",
  411: "LengthRequired",
  413: "RequestEntityTooLarge",
  415: "UnsupportedMediaType",
  417: "ExpectationFailed",
  422: "Invalid",
  429: "TooManyRequests",
  431: "RequestHeaderFieldsTooLarge",
  500: "InternalError",
  504: "Timeout",
} as const;

/** An HTTP status code of a denied or rejected request. */
export type FailureCode = keyof typeof statusReasons;

/** Returns a Status without causes, in the form of kube-apiserver's own error responses. */
export function failureStatus(code: FailureCode, message: string): Status {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    reason: statusReasons[code],
    code,
  };
}
