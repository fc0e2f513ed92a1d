import type { UnreadResource } from "../core/api/unread-resource.ts";
import { failed, type Result } from "../core/field/result.ts";
import { resultOf } from "./cluster-error.ts";

/**
 * Returns the result of requests for a resource, or the reason why the API server rejected one of
 * them. Rejects if the API server does not respond or rejects the credentials, because all other
 * requests would then fail, too.
 */
export async function readResource<T>(
  resource: string,
  requests: Promise<T>,
): Promise<Result<T, UnreadResource & { readonly status: number }>> {
  const result = await resultOf(requests);
  if (result.ok) return result;
  const { status, message: reason } = result.error;
  if (status === undefined || status === 401) throw result.error;
  return failed({ resource, reason, status });
}
