import { describe, expect, it } from "vitest";
import { kubernetesVersions } from "../../../src/core/api/kubernetes-version.ts";
import { failureStatus } from "../../../src/core/api/meta.ts";
import {
  apiVersionOfKind,
  deprecationWarning,
  servedVersion,
  servedVersionOf,
  servedVersions,
} from "../../../src/core/api/served-versions.ts";

const group = "coordination.k8s.io";

describe("servedVersions", () => {
  it.each([
    ["v1", "Lease", "leases", "lease.json"],
    ["v1beta1", "Lease", "leases", "lease.json"],
    ["v1beta1", "LeaseCandidate", "leasecandidates", "lease-candidate.json"],
    ["v1alpha2", "LeaseCandidate", "leasecandidates", "lease-candidate.json"],
    ["v1alpha1", "LeaseCandidate", "leasecandidates", "lease-candidate.json"],
  ])("has %s %s", (version, kind, resource, file) => {
    const row = servedVersion({ group, version, kind });
    expect(row).toMatchObject({ gvk: { group, version, kind }, resource, schema: `${group}/${version}/${file}` });
    expect(servedVersions.filter((other) => other === row)).toHaveLength(1);
  });

  it("has no other versions", () => {
    expect(servedVersions).toHaveLength(5);
    expect(new Set(servedVersions.map(({ gvk }) => `${gvk.version}/${gvk.kind}`)).size).toBe(5);
  });

  it.each([
    ["LeaseCandidate v1", { group, version: "v1", kind: "LeaseCandidate" }],
    ["Lease v1alpha1", { group, version: "v1alpha1", kind: "Lease" }],
    ["Lease v1alpha2", { group, version: "v1alpha2", kind: "Lease" }],
    ["Lease v2", { group, version: "v2", kind: "Lease" }],
    ["an apiVersion without a version", { group, version: "", kind: "Lease" }],
    ["the core group", { group: "", version: "v1", kind: "Lease" }],
    ["another group", { group: "coordination.example.com", version: "v1", kind: "Lease" }],
    ["the group in upper case", { group: group.toUpperCase(), version: "v1", kind: "Lease" }],
    ["the kind in lower case", { group, version: "v1", kind: "lease" }],
    ["the list's kind", { group, version: "v1", kind: "LeaseList" }],
    ["a property of every object", { group, version: "constructor", kind: "toString" }],
  ])("does not have %s", (_, gvk) => {
    expect(servedVersion(gvk)).toBeUndefined();
  });
});

describe("servedVersionOf", () => {
  it.each(servedVersions)("finds $gvk.version $gvk.kind by its apiVersion and kind", (row) => {
    expect(servedVersionOf({ apiVersion: `${group}/${row.gvk.version}`, kind: row.gvk.kind })).toBe(row);
  });

  it.each([
    ["a third part", { apiVersion: `${group}/v1/foo`, kind: "Lease" }],
    ["an apiVersion without a version", { apiVersion: group, kind: "Lease" }],
    ["no group", { apiVersion: "v1", kind: "Lease" }],
    ["an apiVersion that is a list", { apiVersion: [`${group}/v1`], kind: "Lease" }],
    ["no kind", { apiVersion: `${group}/v1` }],
    ["null", null],
  ])("finds no version for %s", (_, object) => {
    expect(servedVersionOf(object)).toBeUndefined();
  });
});

describe("failureStatus", () => {
  it("returns a Status in the form of kube-apiserver", () => {
    expect(failureStatus(404, "not here")).toStrictEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: "not here",
      reason: "NotFound",
      code: 404,
    });
  });
});

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

describe("deprecationWarning", () => {
  it.each([
    ["v1beta1", "LeaseCandidate", "1.35", undefined],
    ["v1beta1", "LeaseCandidate", "1.36", "is deprecated in v1.36+, unavailable in v1.39+"],
    ["v1beta1", "LeaseCandidate", "1.37", "is deprecated in v1.36+, unavailable in v1.39+"],
    ["v1alpha2", "LeaseCandidate", "1.34", undefined],
    ["v1alpha2", "LeaseCandidate", "1.35", "is deprecated in v1.35+, unavailable in v1.38+"],
    ["v1alpha2", "LeaseCandidate", "1.31", undefined],
  ] as const)("of %s %s in Kubernetes %s is %j", (version, kind, kubernetesVersion, end) => {
    const warning = end && `${group}/${version} ${kind} ${end}`;
    const served = servedVersion({ group, version, kind });
    expect(served && deprecationWarning(served, kubernetesVersion)).toBe(warning);
  });

  it("names no removal in a Kubernetes version that still serves the API version then", () => {
    const served = servedVersion({ group, version: "v1alpha2", kind: "LeaseCandidate" });
    const kept = served && { ...served, deprecated: ["1.35", "1.36"] as const };
    expect(kept && deprecationWarning(kept, "1.36")).toBe(`${group}/v1alpha2 LeaseCandidate is deprecated in v1.35+`);
  });

  it.each([
    ["v1", "Lease"],
    ["v1beta1", "Lease"],
    ["v1alpha1", "LeaseCandidate"],
  ] as const)("does not exist for %s %s", (version, kind) => {
    const served = servedVersion({ group, version, kind });
    const warnings = served && kubernetesVersions.map((each) => deprecationWarning(served, each));
    expect(new Set(warnings)).toEqual(new Set([undefined]));
  });
});
