import { objectsAt, textAt } from "../core/api/fields.ts";
import type { UnreadResource } from "../core/api/requests.ts";
import { failed, type Result } from "../core/field/result.ts";
import type { ApiServer } from "./api-server.ts";
import { resultOf, undefinedIfMissing } from "./cluster-error.ts";

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

/** Returns the plural names of the resources that the API server serves in an API version. */
export async function servedResources(api: ApiServer, apiVersion: string): Promise<readonly string[]> {
  const list = await api({ method: "GET", path: `/apis/${apiVersion}` }).catch(undefinedIfMissing);
  return objectsAt(list?.body, "resources").map((resource) => textAt(resource, "name"));
}
