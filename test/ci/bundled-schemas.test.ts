import { describe, expect, it } from "vitest";
import { bundledSchemas } from "../../scripts/generate/bundled-schemas.ts";
import type { JsonSchema } from "../../scripts/generate/json-schema.ts";
import type { SchemaFile } from "../../scripts/generate/schema-files.ts";
import { durationPattern } from "../../src/core/text/duration.ts";

const base = "https://example.com/schemas/";
const file = (path: string, schema: JsonSchema): SchemaFile => ({ path, schema: { $id: base + path, ...schema } });

/** A file of definitions. `tree` references itself. No schema references `alone`. */
const definitions = file("meta/definitions.json", {
  $schema: "draft",
  $defs: {
    tree: { description: "said", type: "object", additionalProperties: { $ref: "#/$defs/tree" } },
    wait: { type: "string", format: "go-duration" },
    alone: { type: "string" },
  },
});

/** Returns a schema of a kind that has these keywords. */
const kind = (schema: JsonSchema): SchemaFile =>
  file("a/v1/kind.json", {
    ...schema,
    properties: { apiVersion: { const: "a/v1" }, kind: { const: "Kind" }, ...schema.properties },
  });

const bundle = (schema: JsonSchema): unknown =>
  bundledSchemas([definitions, kind(schema)]).map(({ path, text }) => [path, JSON.parse(text)]);

describe("bundledSchemas", () => {
  it("bundles a schema with all schemas that it references, and bundles no definitions", () => {
    const properties = {
      tree: { $ref: "../../meta/definitions.json#/$defs/tree" },
      wait: { $ref: "../../meta/definitions.json#/$defs/wait" },
    };
    const { $id, properties: own } = kind({}).schema;
    expect(bundle({ title: "Kind", properties })).toEqual([
      [
        "schemas/bundled/a/v1/kind.json",
        {
          $id,
          title: "Kind",
          properties: { ...own, tree: { $ref: "#/$defs/tree" }, wait: { $ref: "#/$defs/wait" } },
          $defs: {
            tree: { description: "said", type: "object", additionalProperties: { $ref: "#/$defs/tree" } },
            wait: { type: "string", pattern: durationPattern.source },
          },
        },
      ],
    ]);
  });

  it("names the definition of a whole file after the file, without the keywords of a file", () => {
    const whole = file("meta/whole-file.json", { $schema: "draft", type: "object" });
    const [bundled] = bundledSchemas([whole, kind({ items: { $ref: "../../meta/whole-file.json" } })]);
    expect(JSON.parse(bundled?.text ?? "")).toMatchObject({
      items: { $ref: "#/$defs/whole-file" },
      $defs: { "whole-file": { type: "object" } },
    });
  });

  it.each<readonly [name: string, schema: JsonSchema, message: string]>([
    ["a format without a pattern", { format: "day" }, "the format day has no pattern"],
    ["a file that is not there", { $ref: "../gone.json" }, `no schema ${base}a/gone.json with `],
    [
      "a definition that is not there",
      { $ref: "#/$defs/gone/on" },
      `no schema ${base}a/v1/kind.json with $defs/gone/on`,
    ],
    [
      "two definitions of one name",
      {
        items: { $ref: "../../meta/definitions.json#/$defs/tree" },
        additionalProperties: { $ref: "#/$defs/tree" },
        $defs: { tree: {} },
      },
      "two definitions of a/v1/kind.json have one name",
    ],
  ])("rejects %s", (_, schema, message) => {
    expect(() => bundle(schema)).toThrow(message);
  });
});
