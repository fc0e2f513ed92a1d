import { describe, expect, it } from "vitest";
import { defaultExport } from "../../src/export/default-export.ts";
import { explainExport } from "../../src/export/explain-export.ts";
import { exportPolicy } from "../../src/export/export-policy.ts";
import { type AdmissionObject, rulesAnnotation, versionAnnotation } from "../../src/export/objects.ts";
import { only } from "./exported.ts";

const policy = only({
  "lease/strategy-kept": { mode: "deny" },
  "lease/duration-within-bounds": { mode: "deny", parameters: { maxSeconds: 300 } },
});
const options = {
  ...defaultExport,
  kubernetesVersion: "1.36" as const,
  name: "g",
  now: new Date(0),
  version: "1.2.3",
};
const deny = exportPolicy(policy, options).objects.filter(({ metadata }) => metadata.name === "g-leases-deny");

const bounds = {
  rule: "lease/duration-within-bounds",
  parameters: '{"maxSeconds":300}',
  isAudited: false,
  isValidated: true,
};
const kept = { rule: "lease/strategy-kept", parameters: undefined, isAudited: false, isValidated: true };
const explained = {
  name: "g-leases-deny",
  failurePolicy: "Ignore",
  version: "1.2.3",
  isOlder: false,
  rules: [bounds, kept],
};

/** Returns the exported policy with other metadata, or another spec. */
function edited(change: (policy: AdmissionObject) => object): readonly unknown[] {
  return deny.map((object) =>
    object.kind === "ValidatingAdmissionPolicy" ? { ...object, ...change(object) } : object,
  );
}

function annotated(annotations: Readonly<Record<string, unknown>> | null): readonly unknown[] {
  return edited(({ metadata }) => ({
    metadata: { ...metadata, annotations: annotations && { ...metadata.annotations, ...annotations } },
  }));
}

describe("an exported policy", () => {
  it("is explained, and its binding is not", () => {
    expect(explainExport(deny, "1.2.3")).toEqual([explained]);
  });

  it.each([
    ["1.2.3", "1.2.4", true],
    ["1.2.3", "1.2.3-rc.1", false],
    ["1.2.3", "1.3.0", true],
    ["1.3.0", "1.2.3", false],
    ["next", "1.2.3", true],
    ["", "1.2.3", true],
    ["1.2.3", "", false],
  ])("of version %j is older than version %j: %s", (version, current, isOlder) => {
    expect(explainExport(annotated({ [versionAnnotation]: version }), current)).toMatchObject([{ version, isOlder }]);
  });

  it("without a version is older", () => {
    const objects = annotated(null).map((object) => object as AdmissionObject);
    const text = JSON.stringify([{ rule: "lease/strategy-kept" }]);
    const given = objects.map(({ metadata, ...rest }) => ({
      ...rest,
      metadata: { ...metadata, annotations: { [rulesAnnotation]: text } },
    }));
    expect(explainExport(given, "1.2.3")).toMatchObject([
      { version: "", isOlder: true, rules: [{ rule: "lease/strategy-kept" }] },
    ]);
  });

  it("whose validation of a rule was removed, or renamed, is marked", () => {
    const validations = (keep: (message: string) => boolean) =>
      edited(({ spec }) => ({
        spec: {
          ...spec,
          validations: (spec["validations"] as { message: string }[]).filter(({ message }) => keep(message)),
        },
      }));
    expect(
      explainExport(
        validations((message) => !message.includes("strategy-kept")),
        "1.2.3",
      ),
    ).toEqual([{ ...explained, rules: [bounds, { ...kept, isValidated: false }] }]);
    const empty = explainExport(
      validations(() => false),
      "1.2.3",
    );
    expect(empty.flatMap(({ rules }) => rules.map(({ isValidated }) => isValidated))).toEqual([false, false]);
  });

  it("marks the rules of mode audit, and those that the audit annotation no longer contains", () => {
    const settings = {
      "lease/strategy-kept": { mode: "deny" },
      "lease/transitions-bounded": { mode: "audit" },
    } as const;
    const [exported] = exportPolicy(only(settings), options).objects;
    const audited = (spec: object) =>
      explainExport([{ ...exported, spec: { ...exported?.spec, ...spec } }], "1.2.3")[0]?.rules;
    const other = { rule: "lease/transitions-bounded", parameters: undefined, isAudited: true };
    expect(audited({})).toEqual([kept, { ...other, isValidated: true }]);
    for (const spec of [
      { auditAnnotations: undefined },
      { auditAnnotations: [{ key: "x" }] },
      { variables: undefined },
      { variables: [] },
    ])
      expect(audited(spec)).toEqual([kept, { ...other, isValidated: false }]);
  });

  it.each<readonly [string, object, object]>([
    [
      "without a spec",
      { spec: undefined },
      { failurePolicy: "Fail", rules: [{ isValidated: false }, { isValidated: false }] },
    ],
    [
      "with validations of another type",
      { spec: { validations: 1 } },
      { rules: [{ isValidated: false }, { isValidated: false }] },
    ],
    [
      "with a validation without a message",
      { spec: { validations: [{}] } },
      { rules: [{ isValidated: false }, { isValidated: false }] },
    ],
    ["that fails closed", { spec: { failurePolicy: "Fail" } }, { failurePolicy: "Fail" }],
  ])("%s", (_, change, expected) => {
    expect(
      explainExport(
        edited(() => change),
        "1.2.3",
      ),
    ).toMatchObject([expected]);
  });

  it.each<readonly [string, unknown, readonly object[]]>([
    ["no JSON", "[", []],
    ["no list", "{}", []],
    ["a list of other values", '[1, null, {"rule": "a/b", "parameters": [1]}]', [{ rule: "a/b", parameters: "[1]" }]],
    ["an empty list", "[]", []],
  ])("whose annotation is %s", (_, text, rules) => {
    const [only, ...others] = explainExport(annotated({ [rulesAnnotation]: text }), "1.2.3");
    expect(others).toEqual([]);
    expect(only?.rules).toMatchObject(rules);
    expect(only?.rules).toHaveLength(rules.length);
  });
});

describe("other objects", () => {
  it.each<readonly [string, readonly unknown[]]>([
    ["none", []],
    ["values that are no objects", [null, 1, "a", []]],
    ["another policy", [{ kind: "ValidatingAdmissionPolicy", metadata: { name: "other" }, spec: {} }]],
    ["a policy without metadata", [{ kind: "ValidatingAdmissionPolicy" }]],
    ["an annotation of another type", annotated({ [rulesAnnotation]: 1 })],
    [
      "another kind with the annotation",
      [{ kind: "ConfigMap", metadata: { annotations: { [rulesAnnotation]: "[]" } } }],
    ],
  ])("are skipped: %s", (_, objects) => {
    expect(explainExport(objects, "1.2.3")).toEqual([]);
  });

  it('a policy without a name has the name ""', () => {
    const object = { kind: "ValidatingAdmissionPolicy", metadata: { annotations: { [rulesAnnotation]: "[]" } } };
    expect(explainExport([object], "1.2.3")).toEqual([
      { name: "", failurePolicy: "Fail", version: "", isOlder: true, rules: [] },
    ]);
  });
});
