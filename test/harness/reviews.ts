import type { ServedVersion } from "../../src/api/served-versions.ts";
import { type Draft, validObject } from "./objects.ts";
import { requireServedVersion } from "./served-version.ts";

/** The body of an AdmissionReview of a served version; `request` overrides what a legal UPDATE would send. */
export function reviewOf(
  served: ServedVersion,
  request: Readonly<Record<string, unknown>> = {},
  apiVersion = "admission.k8s.io/v1",
): Uint8Array {
  return encode({ apiVersion, kind: "AdmissionReview", request: { ...legalUpdate(served), ...request } });
}

/** A request as kube-apiserver sends one, with `name` and `namespace` of the object. */
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

/** A legal object after a change. */
export function tweaked(served: ServedVersion, tweak: (object: Draft) => unknown): Draft {
  const object = validObject(served);
  tweak(object);
  return object;
}

/** JSON in UTF-8 with the newline that kube-apiserver ends a review with. */
export function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value)}\n`);
}

/** The served version of a kind in the group of Leases. */
export function rowOf(version: string, kind: string): ServedVersion {
  return requireServedVersion({ apiVersion: `coordination.k8s.io/${version}`, kind });
}
