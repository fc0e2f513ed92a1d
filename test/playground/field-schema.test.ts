import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type FieldSchema, keysAt, schemaAt, typeText, valuesAt } from "../../src/playground/field-schema.ts";

const read = (path: string): FieldSchema =>
  JSON.parse(readFileSync(new URL(`../../schemas/bundled/${path}`, import.meta.url), "utf8"));
const policy = read("lease-guard.dev/v1alpha1/policy.json");
const lease = read("coordination.k8s.io/v1/lease.json");
const labels = (found: readonly { readonly label: string }[]): readonly string[] => found.map(({ label }) => label);

describe("the fields of a schema", () => {
  it.each<[string, FieldSchema, readonly (string | number)[], readonly string[]]>([
    ["of a document", lease, [], ["apiVersion", "kind", "metadata", "spec"]],
    ["after a reference", lease, ["spec"], expect.arrayContaining(["holderIdentity", "leaseDurationSeconds"])],
    [
      "of a rule",
      policy,
      ["rules", "lease/duration-within-bounds"],
      ["mode", "warnUntil", "warnNewHolder", "parameters", "scopes"],
    ],
    ["of a list item", policy, ["exemptions", 0], expect.arrayContaining(["rules", "expires"])],
    ["of a map of strings", lease, ["metadata", "labels"], []],
    ["of an unknown field", lease, ["spec", "unknown", "field"], []],
  ])("are the keys %s", (_, schema, path, expected) => {
    expect([...labels(keysAt(schema, path))].sort()).toEqual(Array.isArray(expected) ? [...expected].sort() : expected);
  });

  it("have a description and a type", () => {
    const [found] = keysAt(lease, ["spec"]).filter(({ label }) => label === "leaseDurationSeconds");
    expect(found).toMatchObject({ type: "integer", description: expect.stringContaining("seconds") });
    expect(schemaAt(lease, ["metadata", "labels", "a"])).toMatchObject({ type: expect.anything() });
  });

  it.each<[string, FieldSchema, readonly (string | number)[], readonly string[]]>([
    ["of an enum", policy, ["profile"], ["default", "strict", "observe"]],
    [
      "of a mode, in quotes where YAML needs them",
      policy,
      ["rules", "lease/strategy-kept", "mode"],
      ["deny", "warn", "audit", '"off"'],
    ],
    ["of a constant", lease, ["kind"], ["Lease"]],
    ["of a boolean", lease, ["metadata", "ownerReferences", 0, "controller"], ["true", "false"]],
    ["of a string", lease, ["metadata", "name"], []],
    ["of an unknown field", lease, ["other"], []],
  ])("have the values %s", (_, schema, path, expected) => {
    expect(labels(valuesAt(schema, path))).toEqual(expected);
  });

  it("show an enum as its values", () => {
    expect(typeText({ enum: ["a", "b", null] })).toBe("a | b");
    expect(typeText({})).toBe("");
  });
});
