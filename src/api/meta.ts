/** `metav1.GroupVersionKind`. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** `metav1.OwnerReference`; an absent string is "". */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller: boolean;
}

/** `metav1.ManagedFieldsEntry` without its content; an absent string is "". */
export interface ManagedFieldsEntry {
  readonly manager: string;
  readonly operation: string;
  readonly fieldsType: string;
  readonly subresource: string;
}

/**
 * `metav1.ObjectMeta` as Go decodes it: an absent or null string is "", a number is 0, a list or
 * map is empty. Times keep their text. Only a pointer can be undefined.
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
}

/**
 * `metav1.StatusCause`: one error. `reason` is a cause type, and `message` does not repeat the
 * field.
 */
export interface StatusCause {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
}

/** `metav1.Status` of a denied or rejected request. */
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

/** Returns a failure without causes, in the form of kube-apiserver's own error responses. */
export function failureStatus(code: number, reason: string, message: string): Status {
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, code };
}
