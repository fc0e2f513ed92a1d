import type { ServedVersion } from "../../src/core/api/served-versions.ts";

/** A mutable object in the form that a client writes. */
export interface Draft {
  apiVersion: string;
  kind: string;
  metadata: Record<string, unknown>;
  spec: Record<string, unknown>;
}

/**
 * Returns a valid object of a served version, as an API server would store it. Every field of the
 * spec is set.
 */
export function validObject({ gvk }: ServedVersion): Draft {
  const metadata = {
    name: "controller",
    namespace: "team-a",
    uid: "6f1d8a3e-2f7c-4a6b-9a4e-0c2f5d7b1a11",
    resourceVersion: "5",
    generation: 1,
    creationTimestamp: "2026-07-01T08:00:00Z",
    labels: { "app.kubernetes.io/name": "controller" },
    annotations: { "example.com/Note": "hello" },
    ownerReferences: [
      {
        apiVersion: "apps/v1",
        kind: "Deployment",
        name: "controller",
        uid: "aaaa0000-5b8e-4a9e-9d6c-0a6a5c1d2e3f",
        controller: true,
      },
    ],
    finalizers: ["example.com/wait"],
    managedFields: [
      {
        manager: "controller",
        operation: "Update",
        apiVersion: "coordination.k8s.io/v1",
        time: "2026-07-01T08:00:00Z",
        fieldsType: "FieldsV1",
      },
    ],
  };
  const spec = gvk.kind === "Lease" ? leaseSpec() : leaseCandidateSpec(gvk.version);
  return { apiVersion: `${gvk.group}/${gvk.version}`, kind: gvk.kind, metadata, spec };
}

function leaseSpec(): Record<string, unknown> {
  return {
    holderIdentity: "controller-1",
    leaseDurationSeconds: 15,
    acquireTime: "2026-07-01T08:00:00.000000Z",
    renewTime: "2026-07-01T08:00:10.123456Z",
    leaseTransitions: 1,
    strategy: "OldestEmulationVersion",
    preferredHolder: "controller-2",
  };
}

function leaseCandidateSpec(version: string): Record<string, unknown> {
  return {
    leaseName: "controller",
    pingTime: "2026-07-01T08:00:00.000000Z",
    renewTime: "2026-07-01T08:00:01.000000Z",
    binaryVersion: "1.36.0",
    emulationVersion: "1.35.0",
    ...(version === "v1alpha1"
      ? { preferredStrategies: ["OldestEmulationVersion"] }
      : { strategy: "OldestEmulationVersion" }),
  };
}
