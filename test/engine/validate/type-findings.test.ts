import { describe, expect, it } from "vitest";
import { servedVersionOf } from "../../../src/core/api/served-versions.ts";
import { errorText } from "../../../src/core/field/error.ts";
import { mayContainLease, notServedFinding, typeFindings } from "../../../src/engine/validate/type-findings.ts";

const texts = (value: unknown, release?: "1.31" | "1.32"): readonly string[] =>
  typeFindings(value, release).map((finding) => `${finding.origin} ${errorText(finding)}`);

const v1 = "coordination.k8s.io/v1";
const leaseVersion = "must be a version of Lease that Kubernetes 1.38 serves: coordination.k8s.io/v1";

describe("an object that is probably meant as a Lease or LeaseCandidate", () => {
  it.each<readonly [string, object, ...string[]]>([
    [
      "an unknown version",
      { apiVersion: "coordination.k8s.io/v2", kind: "Lease" },
      `"coordination.k8s.io/v2": ${leaseVersion}`,
    ],
    ["no version", { apiVersion: "coordination.k8s.io", kind: "Lease" }, `"coordination.k8s.io": ${leaseVersion}`],
    ["a third part", { apiVersion: `${v1}/x`, kind: "Lease" }, `"coordination.k8s.io/v1/x": ${leaseVersion}`],
    ["the core group", { apiVersion: "v1", kind: "Lease" }, `"v1": ${leaseVersion}`],
    [
      "a group in another letter case",
      { apiVersion: "Coordination.K8s.io/v1", kind: "Lease" },
      `"Coordination.K8s.io/v1": ${leaseVersion}`,
    ],
    [
      "a version of another kind",
      { apiVersion: v1, kind: "LeaseCandidate" },
      '"coordination.k8s.io/v1": must be a version of LeaseCandidate that Kubernetes 1.38 serves: coordination.k8s.io/v1beta1 or coordination.k8s.io/v1alpha2',
    ],
  ])("has a wrong apiVersion: %s", (_, object, text) => {
    expect(texts(object)).toEqual([`schema/served-version apiVersion: Invalid value: ${text}`]);
  });

  it.each([
    ["lease", "did you mean Lease?"],
    ["LEASE", "did you mean Lease?"],
    ["Leases", "did you mean Lease?"],
    ["leaselist", "did you mean LeaseList?"],
    ["LeaseClaim", "Lease or LeaseCandidate"],
    ["x".repeat(100), "Lease or LeaseCandidate"],
  ])("has the wrong kind %s", (kind, text) => {
    const expected = `schema/served-version kind: Invalid value: "${kind}": must be a kind of coordination.k8s.io: ${text}`;
    expect(texts({ apiVersion: v1, kind })).toEqual([expected]);
  });

  it.each<readonly [string, object, readonly string[]]>([
    ["no apiVersion", { kind: "Lease" }, ["apiVersion: Required value: must be coordination.k8s.io/v1"]],
    [
      "an empty apiVersion",
      { apiVersion: "", kind: "Lease" },
      ["apiVersion: Required value: must be coordination.k8s.io/v1"],
    ],
    ["no kind", { apiVersion: v1 }, ["kind: Required value: must be Lease or LeaseCandidate"]],
    [
      "no kind, with a spec",
      { apiVersion: v1, spec: { leaseDurationSeconds: 1 } },
      ["kind: Required value: must be Lease"],
    ],
    [
      "neither",
      { spec: { leaseName: "a" } },
      [
        "apiVersion: Required value: must be coordination.k8s.io/v1beta1 or coordination.k8s.io/v1alpha2",
        "kind: Required value: must be LeaseCandidate",
      ],
    ],
    [
      "a list without items",
      { apiVersion: v1, kind: "LeaseList" },
      ["items: Required value: must be a list of objects"],
    ],
  ])("lacks a field: %s", (_, object, expected) => {
    expect(texts(object)).toEqual(expected.map((text) => `schema/required ${text}`));
  });

  it.each<readonly [string, object, string]>([
    [
      "apiVersion",
      { apiVersion: 1, kind: "lease" },
      "apiVersion: Invalid value: 1: must be a string: coordination.k8s.io/v1",
    ],
    ["kind", { apiVersion: v1, kind: true }, "kind: Invalid value: true: must be a string: Lease or LeaseCandidate"],
  ])("has a field that is not a string: %s", (_, object, text) => {
    expect(texts(object)).toContain(`schema/type ${text}`);
  });

  it.each([
    ["1.31", "coordination.k8s.io/v1alpha1"],
    ["1.32", "coordination.k8s.io/v1alpha2"],
  ] as const)("gets the version that Kubernetes %s serves", (release, version) => {
    const [text] = texts({ apiVersion: v1, kind: "LeaseCandidate" }, release);
    expect(text).toMatch(new RegExp(`that Kubernetes ${release} serves: ${version}$`));
  });
});

it.each<readonly [string, unknown]>([
  ["another kind", { apiVersion: "v1", kind: "Pod" }],
  ["a Lease of another group", { apiVersion: "dhcp.example.com/v1", kind: "Lease" }],
  ["a lease of another group", { apiVersion: "coordination.example.com/v1", kind: "lease" }],
  ["another kind without apiVersion", { kind: "Pod", spec: { leaseName: "a" } }],
  ["another kind that is not a string", { kind: 5 }],
  ["an object without type", { a: "b" }],
  ["an object of another group without kind", { apiVersion: "v1", spec: { leaseName: "a" } }],
  ["a list", []],
  ["null", null],
  ["a string", "Lease"],
])("%s has no findings", (_, value) => {
  expect(texts(value)).toEqual([]);
});

describe("text that cannot be parsed", () => {
  it.each<readonly [string, boolean]>([
    ["apiVersion: coordination.k8s.io/v1", true],
    ["kind: lease", true],
    ["holderIdentity: a", true],
    ["kind: Pod", false],
    ["a: coordinationXk8s.io", false],
  ])("%s", (text, expected) => expect(mayContainLease(`${text}\nb: [`)).toBe(expected));
});

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
