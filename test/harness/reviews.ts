import type { ServedVersion } from "../../src/core/api/served-versions.ts";
import { type Draft, validObject } from "./objects.ts";
import { requireServedVersion } from "./served-version.ts";

/** Returns the body of an AdmissionReview for a served version. */
export function reviewOf(
  served: ServedVersion,
  request: Readonly<Record<string, unknown>> = {},
  apiVersion = "admission.k8s.io/v1",
): Uint8Array {
  return encode({ apiVersion, kind: "AdmissionReview", request: { ...legalUpdate(served), ...request } });
}

/**
 * Returns a valid UPDATE request as kube-apiserver sends it, with the name and namespace of the
 * object.
 */
function legalUpdate(served: ServedVersion): Readonly<Record<string, unknown>> {
  const { group, version } = served.gvk;
  const object = validObject(served);
  return {
    uid: "705ab4f5-6393-11e8-b7cc-42010a800002",
    kind: served.gvk,
    resource: { group, version, resource: served.resource },
    name: object.metadata["name"],
    namespace: object.metadata["namespace"],
    operation: "UPDATE",
    userInfo: { username: "system:serviceaccount:team-a:controller", groups: ["system:serviceaccounts"] },
    object,
    oldObject: validObject(served),
    dryRun: false,
  };
}

export function tweaked(served: ServedVersion, tweak: (object: Draft) => unknown): Draft {
  const object = validObject(served);
  tweak(object);
  return object;
}

/** Returns JSON in UTF-8 with a final newline, as kube-apiserver sends it. */
export function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value)}\n`);
}

/** Returns the served version of a kind in the group coordination.k8s.io. */
export function rowOf(version: string, kind: string): ServedVersion {
  return requireServedVersion({ apiVersion: `coordination.k8s.io/${version}`, kind });
}
