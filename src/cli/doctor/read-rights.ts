import { fieldAt } from "../../api/fields.ts";
import { apiGroupOf } from "../../api/meta.ts";
import { listPath } from "../../api/requests.ts";
import { resourceName } from "../../api/unread-resource.ts";
import type { ApiServer } from "../../cluster/api-server.ts";
import { type BaseResource, baseResources } from "../../doctor/base-resources.ts";
import type { Right } from "../../doctor/snapshot.ts";
import { installedName } from "../../text/installed-name.ts";

const apiVersion = "authorization.k8s.io/v1";
export const accessReviews: string = resourceName(apiVersion, "selfsubjectaccessreviews");

/**
 * Asks the API server whether the user may create the objects of `manifests/base`. A
 * SelfSubjectAccessReview is a POST that stores nothing.
 */
export async function readRights(api: ApiServer): Promise<readonly Right[]> {
  const rights: Right[] = [];
  for (const each of baseResources) {
    const { body } = await api({ method: "POST", path: listPath(apiVersion, undefined, "selfsubjectaccessreviews"), body: reviewOf(each) });
    const isAllowed = fieldAt(body, "status", "allowed") === true;
    rights.push({ verb: "create", resource: resourceName(each.apiVersion, each.resource), isAllowed });
  }
  return rights;
}

function reviewOf({ apiVersion: installed, resource, isNamespaced }: BaseResource): object {
  const group = installed.includes("/") ? apiGroupOf(installed) : "";
  const resourceAttributes = { verb: "create", group, resource, ...(isNamespaced && { namespace: installedName }) };
  return { apiVersion, kind: "SelfSubjectAccessReview", spec: { resourceAttributes } };
}
