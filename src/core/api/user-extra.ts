import { goString } from "./json-object.ts";

/** The key in `extra` for the name of the pod to which the service account token is bound. */
export const podNameKey = "authentication.kubernetes.io/pod-name";

/**
 * The key in `extra` for the name of the node that runs the pod of a bound token. kube-apiserver
 * 1.30 and later set this key.
 */
export const nodeNameKey = "authentication.kubernetes.io/node-name";

/** The key in `extra` for the UID of the pod to which the service account token is bound. */
export const podUidKey = "authentication.kubernetes.io/pod-uid";

/**
 * The keys in UserInfo `extra` that kube-apiserver sets for a bound service account token.
 * lease-guard ignores all other keys, because an authenticator can add any data to `extra`.
 */
export const boundTokenKeys: readonly string[] = [
  "authentication.kubernetes.io/credential-id",
  nodeNameKey,
  podNameKey,
  podUidKey,
];

/** The `extra` field of a user as submitted. Go's decoder reads null as an empty list or as "". */
export type SubmittedExtra = Readonly<Record<string, readonly (string | null)[] | null | undefined>>;

/**
 * Returns the value of a key if the key has exactly one value and the value is not empty. Otherwise
 * returns undefined, because several values do not identify one pod or node.
 */
export function extraValue(extra: SubmittedExtra | null | undefined, key: string): string | undefined {
  const values = extra?.[key];
  return (values?.length === 1 && values[0]) || undefined;
}

/**
 * Returns the entries of `extra` that belong to a bound token, or undefined if `extra` has no such
 * entries. Null becomes an empty list or "", as in Go's decoder.
 */
export function boundTokenExtra(
  extra: SubmittedExtra | null | undefined,
): Readonly<Record<string, readonly string[]>> | undefined {
  if (!extra) return undefined;
  const entries: Record<string, readonly string[]> = {};
  let found = false;
  for (const key of boundTokenKeys) {
    const values = extra[key];
    if (values === undefined) continue;
    entries[key] = values?.map(goString) ?? [];
    found = true;
  }
  return found ? entries : undefined;
}
