import type { ApiServer } from "../../cluster/api-server.ts";
import { ClusterError } from "../../cluster/cluster-error.ts";
import { fieldAt } from "../../doctor/fields.ts";
import { ownName } from "../../doctor/installation.ts";
import type { Right } from "../../doctor/snapshot.ts";

/** The API groups and resources that `manifests/base` and its overlays create. */
const created = [
  { group: "", resource: "namespaces" },
  { group: "", resource: "serviceaccounts", namespace: ownName },
  { group: "", resource: "configmaps", namespace: ownName },
  { group: "", resource: "services", namespace: ownName },
  { group: "", resource: "secrets", namespace: ownName },
  { group: "apps", resource: "deployments", namespace: ownName },
  { group: "policy", resource: "poddisruptionbudgets", namespace: ownName },
  { group: "networking.k8s.io", resource: "networkpolicies", namespace: ownName },
  { group: "admissionregistration.k8s.io", resource: "validatingwebhookconfigurations" },
] as const;

/**
 * Asks the API server whether the user may create the objects of an installation. A
 * SelfSubjectAccessReview is a POST that stores nothing. Returns undefined if the API server
 * rejects the question.
 */
export async function readRights(api: ApiServer): Promise<readonly Right[] | undefined> {
  const rights: Right[] = [];
  for (const { group, resource, ...place } of created) {
    const resourceAttributes = { verb: "create", group, resource, ...place };
    const response = await api({
      method: "POST",
      path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
      body: reviewOf(resourceAttributes),
    }).catch(undefinedIfRejected);
    if (response === undefined) return undefined;
    const isAllowed = fieldAt(response.body, "status", "allowed") === true;
    rights.push({ verb: "create", resource: group === "" ? resource : `${resource}.${group}`, isAllowed });
  }
  return rights;
}

function reviewOf(resourceAttributes: object): object {
  return { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectAccessReview", spec: { resourceAttributes } };
}

function undefinedIfRejected(error: unknown): undefined {
  if (!(error instanceof ClusterError) || error.status === undefined) throw error;
}
