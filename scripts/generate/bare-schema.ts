import type { SchemaFile } from "./schema-files.ts";

/**
 * Keywords that only readers and editors use. ajv would copy these keywords into the generated
 * code.
 */
const annotations = new Set(["$schema", "$comment", "title", "description", "examples"]);

/**
 * Keywords whose value maps names to schemas. The author of a schema chooses these names, so a name
 * can equal a keyword.
 */
const maps = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);

/**
 * The replacement of `minLength: 1`: a pattern that matches any character. For `minLength`, ajv
 * would generate a function that counts characters.
 */
const notEmpty: readonly [string, unknown] = ["pattern", "[^]"];

/** Returns a schema in the form that ajv compiles, for example without annotations. */
export function bareSchema({ path, schema }: SchemaFile): SchemaFile {
  return { path, schema: bare(schema) as SchemaFile["schema"] };
}

function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema)
    // unknownFields reports the unknown fields, with better messages.
    .filter(([keyword, value]) => !(keyword === "additionalProperties" && value === false))
    // If a schema has both `format` and `pattern`, the validators check only `format`, because its
    // errors have better messages. `pattern` is for editors.
    .filter(([keyword]) => !annotations.has(keyword) && !(keyword === "pattern" && "format" in schema))
    .map(([keyword, value]): readonly [string, unknown] =>
      keyword === "minLength" && value === 1 ? notEmpty : [keyword, value],
    );
  return Object.fromEntries(
    kept.map(([keyword, value]) => [keyword, maps.has(keyword) ? bareMap(value as object) : bare(value)]),
  );
}

function bareMap(map: object): unknown {
  return Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, bare(schema)]));
}
