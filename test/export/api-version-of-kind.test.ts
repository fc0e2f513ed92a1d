import { describe, expect, it } from "vitest";
import { apiVersionOfKind } from "../../src/api/served-versions.ts";

describe("apiVersionOfKind", () => {
  it.each([
    ["Lease", "1.30", "coordination.k8s.io/v1"],
    ["Lease", "1.37", "coordination.k8s.io/v1"],
    ["LeaseCandidate", "1.30", undefined],
    ["LeaseCandidate", "1.31", "coordination.k8s.io/v1alpha1"],
    ["LeaseCandidate", "1.32", "coordination.k8s.io/v1alpha2"],
    ["LeaseCandidate", "1.33", "coordination.k8s.io/v1beta1"],
    ["LeaseCandidate", "1.37", "coordination.k8s.io/v1beta1"],
  ] as const)("of %s in Kubernetes %s is %s", (kind, kubernetesVersion, apiVersion) => {
    expect(apiVersionOfKind(kind, kubernetesVersion)).toBe(apiVersion);
  });
});
