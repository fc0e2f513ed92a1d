import { describe, expect, it } from "vitest";
import { existingVersions, type LeaseWrite, matchesWrite } from "../../../src/cluster/registration/matches-write.ts";
import { toMatchPolicy, toRules } from "../../../src/cluster/registration/registration.ts";
import { servedVersions } from "../../../src/core/api/served-versions.ts";

const rule = { apiGroups: ["coordination.k8s.io"], operations: ["CREATE", "UPDATE"], scope: "Namespaced" };
const resources = { Lease: "leases", LeaseCandidate: "leasecandidates" } as const;

interface Row {
  readonly kind: LeaseWrite["kind"];
  readonly listed: readonly string[];
  /** The versions in which updates match. */
  readonly equivalent: readonly string[];
  readonly exact: readonly string[];
}

const candidates = ["v1beta1", "v1alpha2", "v1alpha1"];

const rows: readonly Row[] = [
  { kind: "Lease", listed: ["v1"], equivalent: ["v1"], exact: ["v1"] },
  { kind: "Lease", listed: ["*"], equivalent: ["v1"], exact: ["v1"] },
  { kind: "Lease", listed: ["v1beta1"], equivalent: [], exact: [] },
  { kind: "Lease", listed: ["v1alpha2", "v2"], equivalent: [], exact: [] },
  { kind: "Lease", listed: [], equivalent: [], exact: [] },
  { kind: "LeaseCandidate", listed: ["v1beta1"], equivalent: candidates, exact: ["v1beta1"] },
  { kind: "LeaseCandidate", listed: ["v1alpha1", "v1alpha2"], equivalent: candidates, exact: ["v1alpha2", "v1alpha1"] },
  { kind: "LeaseCandidate", listed: ["*"], equivalent: candidates, exact: candidates },
  { kind: "LeaseCandidate", listed: ["v1"], equivalent: [], exact: [] },
];

describe("matchesWrite", () => {
  it.each(rows)("matches updates of $kind with the versions $listed", ({ kind, listed, equivalent, exact }) => {
    const rules = toRules([{ ...rule, resources: [resources[kind]], apiVersions: listed }]);
    const matched = (matchPolicy: unknown) =>
      existingVersions(kind).filter((version) =>
        matchesWrite({ rules, matchPolicy: toMatchPolicy(matchPolicy) }, { kind, version, operation: "UPDATE" }),
      );
    expect(matched(undefined)).toEqual(equivalent);
    expect(matched("Equivalent")).toEqual(equivalent);
    expect(matched("Exact")).toEqual(exact);
  });

  it.each<readonly [text: string, matches: boolean]>([
    ["leases", true],
    ["leases/*", true],
    ["*", true],
    ["*/*", true],
    ["leases/status", false],
    ["*/status", false],
    ["lease", false],
    ["leasecandidates", false],
  ])("reads the resource %s", (text, matches) => {
    const rules = toRules([{ ...rule, resources: ["pods", text], apiVersions: ["v1"] }]);
    expect(
      matchesWrite({ rules, matchPolicy: "Equivalent" }, { kind: "Lease", version: "v1", operation: "CREATE" }),
    ).toBe(matches);
  });
});

describe("existingVersions", () => {
  it("omits versions that no supported Kubernetes version serves", () => {
    expect(
      servedVersions.filter(({ gvk: { kind, version } }) => !existingVersions(kind).includes(version)),
    ).toMatchObject([{ gvk: { kind: "Lease", version: "v1beta1" } }]);
  });
});
