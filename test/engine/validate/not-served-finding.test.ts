import { describe, expect, it } from "vitest";
import { servedVersionOf } from "../../../src/core/api/served-versions.ts";
import { errorText } from "../../../src/core/field/error.ts";
import { notServedFinding } from "../../../src/engine/validate/not-served-finding.ts";

describe("an API version that a Kubernetes version does not serve", () => {
  it.each([
    ["Lease", "v1beta1", "1.36", "Kubernetes before 1.31 serves"],
    ["LeaseCandidate", "v1alpha1", "1.36", "1.31 serves"],
    ["LeaseCandidate", "v1beta1", "1.32", "1.33 to 1.38 serve"],
  ] as const)("is reported with the versions that serve it: %s %s", (kind, version, release, others) => {
    const served = servedVersionOf({ apiVersion: `coordination.k8s.io/${version}`, kind });
    const finding = served && notServedFinding(served, release);
    expect(finding && `${errorText(finding)} (${finding.origin})`).toBe(
      `apiVersion: Invalid value: "coordination.k8s.io/${version}": must be a version of ${kind} that Kubernetes ${release} serves, not a version that only ${others} (schema/served-version)`,
    );
  });
});
