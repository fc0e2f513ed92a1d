import type { ApiServer } from "../../cluster/api-server.ts";
import { baseResources } from "../../doctor/base-resources.ts";
import { fieldAt } from "../../api/fields.ts";
import type { Right } from "../../doctor/snapshot.ts";
import { installedName } from "../../text/installed-name.ts";

/**
 * Asks the API server whether the user may create the objects of `manifests/base`. A
 * SelfSubjectAccessReview is a POST that stores nothing.
 */
export async function readRights(api: ApiServer): Promise<readonly Right[]> {
  const rights: Right[] = [];
  for (const { group, resource, isNamespaced } of baseResources) {
    const resourceAttributes = { verb: "create", group, resource, ...(isNamespaced && { namespace: installedName }) };
    const { body } = await api({
      method: "POST",
      path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
      body: reviewOf(resourceAttributes),
    });
    const isAllowed = fieldAt(body, "status", "allowed") === true;
    rights.push({ verb: "create", resource: group === "" ? resource : `${resource}.${group}`, isAllowed });
  }
  return rights;
}

function reviewOf(resourceAttributes: object): object {
  return { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectAccessReview", spec: { resourceAttributes } };
}
