import { describe, expect, it, test } from "vitest";
import { checkObject } from "../../src/check/check-object.ts";
import { ignoreAnnotation } from "../../src/check/reports/result.ts";
import { type CheckSettings, workloadSettings } from "../../src/check/settings.ts";
import { submissionOf } from "../../src/check/submission-of.ts";
import type { ObjectFinding } from "../../src/check/tally.ts";
import { manifestObjects } from "../../src/core/api/listed-objects.ts";
import type { ServedVersion } from "../../src/core/api/served-versions.ts";
import { required } from "../../src/core/field/error.ts";
import { toOldObjects } from "../../src/engine/validate/old-objects.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { rules } from "../../src/rules/index.ts";
import { defineRule } from "../../src/rules/rule.ts";
import { rowOf } from "../harness/reviews.ts";

const lease = rowOf("v1", "Lease");
const candidate = rowOf("v1beta1", "LeaseCandidate");

const settings: CheckSettings = {
  validate: createValidate(rules),
  compare: createValidate(rules),
  context: { now: new Date("2026-07-01T08:00:00Z"), user: { username: "", groups: [] }, dryRun: false },
  namespace: "default",
  oldObjects: new Map(),
  fieldValidation: "strict",
  strict: false,
  workloads: workloadSettings({}),
};

interface Draft {
  readonly metadata?: object;
  readonly spec?: object;
}

function objectOf({ gvk }: ServedVersion, { metadata = {}, spec = {} }: Draft): object {
  return {
    apiVersion: `${gvk.group}/${gvk.version}`,
    kind: gvk.kind,
    metadata: { name: "a", namespace: "default", ...metadata },
    spec,
  };
}

const candidateSpec = {
  leaseName: "x",
  renewTime: "2026-07-01T08:00:00.000000Z",
  binaryVersion: "1.36.0",
  emulationVersion: "1.36.0",
  strategy: "OldestEmulationVersion",
};

function judge(
  row: ServedVersion,
  draft: Draft,
  changed: Partial<CheckSettings> = {},
  old?: readonly [ServedVersion, Draft],
): readonly string[] {
  const oldObjects = toOldObjects(old === undefined ? [] : [{ served: old[0], object: objectOf(...old) }]);
  const all = { ...settings, oldObjects, ...changed };
  const start = { line: 1, column: 1 };
  const document = { value: objectOf(row, draft), start, duplicates: () => [], locate: () => start };
  const { objects } = manifestObjects(document.value);
  return objects.flatMap((found) => {
    const submission = submissionOf(found, document, "a.yaml", all);
    if (!submission.ok) return [submission.error.message];
    const { findings, ignored } = checkObject(submission.value, all);
    const shown = ({ mode, origin }: ObjectFinding) => `${mode} ${origin}`;
    return [...findings.map(shown), ...ignored.map(({ origin }) => `ignored ${origin}`)];
  });
}

describe("the write of an object", () => {
  const moved = { ...candidateSpec, leaseName: "y" };

  test.each([
    ["a create, without an old object", {}, undefined, []],
    ["an update, with one", {}, { spec: candidateSpec }, ["deny lease-candidate/lease-name-immutable"]],
    ["a create all the same", { operation: "CREATE" }, { spec: candidateSpec }, []],
    ["no update of another name", {}, { spec: candidateSpec, metadata: { name: "b" } }, []],
    ["no update of another namespace", {}, { spec: candidateSpec, metadata: { namespace: "b" } }, []],
    [
      "an update that has nothing to update",
      { operation: "UPDATE" },
      undefined,
      [expect.stringContaining("in --old to be an update")],
    ],
    ["a delete", { operation: "DELETE" }, undefined, []],
  ] as const)("%s", (_, changed, old, expected) => {
    expect(judge(candidate, { spec: moved }, changed, old && [candidate, old])).toEqual(expected);
  });

  it.each(["v1alpha2", "v1alpha1"])("can be an update of an object of %s", (version) => {
    const old = [rowOf(version, "LeaseCandidate"), { spec: candidateSpec }] as const;
    expect(judge(candidate, { spec: moved }, {}, old)).toEqual(["deny lease-candidate/lease-name-immutable"]);
  });

  it("is an update with the fields that a server keeps", () => {
    const stored = { uid: "u", creationTimestamp: "2026-07-01T08:00:00Z", resourceVersion: "7", generation: 4 };
    expect(judge(lease, {}, {}, [lease, { metadata: stored }])).toEqual([]);
    expect(judge(lease, { metadata: { uid: "v" } }, {}, [lease, { metadata: stored }])).toEqual([
      "deny metadata/system-fields-immutable",
    ]);
  });

  it("has a user and a time, which rules receive", () => {
    const seen: unknown[] = [];
    const rule = defineRule({
      id: "lease/sees",
      tier: "api",
      description: "must be seen",
      kinds: ["Lease"],
      operations: ["DELETE"],
      *check(_, { user, now }) {
        seen.push(user.username, now.toISOString());
        yield required([]);
      },
    });
    const context = { ...settings.context, user: { username: "jane", groups: [] } };
    expect(judge(lease, {}, { validate: createValidate([rule]), context, operation: "DELETE" })).toEqual([
      "deny lease/sees",
    ]);
    expect(seen).toEqual(["jane", "2026-07-01T08:00:00.000Z"]);
  });
});

describe("a version that a Kubernetes version does not serve", () => {
  test.each([
    ["LeaseCandidate", "v1alpha1", undefined, "warn"],
    ["LeaseCandidate", "v1alpha1", "1.36", "deny"],
    ["LeaseCandidate", "v1beta1", "1.32", "deny"],
    ["Lease", "v1beta1", undefined, "warn"],
    ["Lease", "v1beta1", "1.31", "deny"],
  ] as const)("%s %s in %s: %s", (kind, version, kubernetesVersion, mode) => {
    const { strategy, ...others } = candidateSpec;
    const strategies = version === "v1alpha1" ? { preferredStrategies: [strategy] } : { strategy };
    const spec = kind === "Lease" ? {} : { ...others, ...strategies };
    expect(judge(rowOf(version, kind), { spec }, kubernetesVersion && { kubernetesVersion })).toEqual([
      `${mode} schema/served-version`,
    ]);
  });

  test.each([
    ["LeaseCandidate", "v1beta1", undefined],
    ["LeaseCandidate", "v1alpha2", "1.32"],
    ["Lease", "v1", "1.31"],
  ] as const)("%s %s in %s is served", (kind, version, kubernetesVersion) => {
    expect(
      judge(
        rowOf(version, kind),
        { spec: kind === "Lease" ? {} : candidateSpec },
        kubernetesVersion && { kubernetesVersion },
      ),
    ).toEqual([]);
  });
});

describe("a field that the schema does not define", () => {
  const spec = { leaseDuration: 15 };
  const denied = ["deny schema/unknown-field"];

  test.each([
    ["strict", denied],
    ["warn", ["warn schema/unknown-field"]],
    ["ignore", []],
  ] as const)("with --validate %s: %j", (fieldValidation, expected) => {
    expect(judge(lease, { spec }, { fieldValidation })).toEqual(expected);
  });

  test.each<readonly [string, object, readonly string[]]>([
    ["uid", { uid: "b1a2c3d4" }, []],
    ["resourceVersion", { resourceVersion: "5" }, []],
    ["managedFields", { managedFields: [{}] }, []],
    ["an empty uid", { uid: "" }, denied],
    ["an empty resourceVersion", { resourceVersion: "" }, denied],
    ["empty managedFields", { managedFields: [] }, denied],
    ["creationTimestamp, as in the output of kubectl create --dry-run", { creationTimestamp: null }, denied],
    ["labels", { labels: { uid: "a" } }, denied],
  ])("in an object with %s: %j", (_, metadata, expected) => {
    const unknown = (found: readonly string[]) => found.filter((each) => each.endsWith("schema/unknown-field"));
    expect(unknown(judge(lease, { metadata, spec }))).toEqual(expected);
    expect(unknown(judge(lease, { metadata, spec }, { strict: true }))).toEqual(denied);
  });
});

describe("the annotation that ignores rules", () => {
  const named = (ignore: unknown) => ({
    metadata: { annotations: { [ignoreAnnotation]: ignore } },
    spec: { ...candidateSpec, leaseName: "X Y" },
  });

  test.each([
    ["lease-candidate/lease-name-valid", ["ignored lease-candidate/lease-name-valid"]],
    [" lease-candidate/lease-name-valid ,, ", ["ignored lease-candidate/lease-name-valid"]],
    ["", ["warn lease-candidate/lease-name-valid"]],
    ["lease/x", ["warn lease-candidate/lease-name-valid", "warn ignore/known-rule"]],
    [
      "lease-candidate/lease-name-valid,lease-candidate/lease-name-required",
      ["warn ignore/known-rule", "ignored lease-candidate/lease-name-valid"],
    ],
  ])("%j", (ignore, expected) => {
    expect(judge(candidate, named(ignore))).toEqual(expected);
  });

  it("does not ignore rules of tier api", () => {
    const draft = {
      metadata: { annotations: { [ignoreAnnotation]: "lease/lease-duration-positive" } },
      spec: { leaseDurationSeconds: 0 },
    };
    expect(judge(lease, draft)).toEqual(["deny lease/lease-duration-positive", "warn ignore/known-rule"]);
  });

  it("is checked by the schema if it is not a string", () => {
    expect(judge(candidate, named(7))).toEqual(["deny schema/type"]);
  });
});
