/** The key of the pod to which the token of a service account is bound. */
export const podNameKey = "authentication.kubernetes.io/pod-name";

/** The key of the node of that pod; kube-apiserver sets it since Kubernetes 1.30. */
export const nodeNameKey = "authentication.kubernetes.io/node-name";

/**
 * The keys that kube-apiserver sets for a bound token, in `extra` of the `authentication.k8s.io`
 * UserInfo. lease-guard uses no others, which can contain anything that an authenticator adds.
 */
export const boundTokenKeys: readonly string[] = [
  "authentication.kubernetes.io/credential-id",
  nodeNameKey,
  podNameKey,
  "authentication.kubernetes.io/pod-uid",
];

/** The `extra` of a user as submitted: Go's decoder reads null as an empty list or "". */
export type SubmittedExtra = Readonly<Record<string, readonly (string | null)[] | null | undefined>>;

/**
 * Returns the only value of a key; undefined if there is none, or if there are several, because
 * then the key does not identify a pod or node.
 */
export function extraValue(extra: SubmittedExtra | null | undefined, key: string): string | undefined {
  const values = extra?.[key];
  return (values?.length === 1 && values[0]) || undefined;
}

/**
 * Returns the entries of a bound token, with null as Go's decoder reads it; undefined without any.
 */
export function boundTokenExtra(extra: SubmittedExtra | null | undefined): Readonly<Record<string, readonly string[]>> | undefined {
  if (!extra) return undefined;
  const entries: Record<string, readonly string[]> = {};
  let found = false;
  for (const key of boundTokenKeys) {
    const values = extra[key];
    if (values === undefined) continue;
    entries[key] = values?.map((value) => value?.toWellFormed() ?? "") ?? [];
    found = true;
  }
  return found ? entries : undefined;
}
