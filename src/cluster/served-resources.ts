import { objectsAt, textAt } from "../core/api/fields.ts";
import type { ApiServer } from "./api-server.ts";
import { undefinedIfMissing } from "./cluster-error.ts";

/** Returns the plural names of the resources that the API server serves in an API version. */
export async function servedResources(api: ApiServer, apiVersion: string): Promise<readonly string[]> {
  const list = await api({ method: "GET", path: `/apis/${apiVersion}` }).catch(undefinedIfMissing);
  return objectsAt(list?.body, "resources").map((resource) => textAt(resource, "name"));
}
