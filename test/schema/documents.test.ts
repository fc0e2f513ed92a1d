import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { oldestEmulationVersion } from "../../src/core/api/coordination.ts";
import { servedVersions } from "../../src/core/api/served-versions.ts";
import { formats } from "../../src/schema/formats.ts";
import { validators } from "../../src/schema/generated.ts";

type Schema = Readonly<Record<string, unknown>>;

const folder = new URL("../../schemas/", import.meta.url);
const base = "https://lease-guard.dev/schemas/";
/** The paths of the schemas. The bundled schemas are left out, because they are generated. */
const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
  /^(?!bundled\/).*\.json$/.test(path),
);
const documents: ReadonlyMap<string, Schema> = new Map(
  paths.map((path) => [path, JSON.parse(readFileSync(new URL(path, folder), "utf8")) as Schema]),
);

/** Returns a schema and every schema in it, each with its path. */
function within(schema: Schema, way: string): readonly { readonly way: string; readonly schema: Schema }[] {
  const maps = ["properties", "$defs"].flatMap((keyword) =>
    Object.entries((schema[keyword] ?? {}) as Record<string, Schema>),
  );
  const single = ["items", "additionalProperties"].flatMap((keyword) =>
    typeof schema[keyword] === "object" ? [[keyword, schema[keyword] as Schema] as const] : [],
  );
  return [{ way, schema }, ...[...maps, ...single].flatMap(([name, inner]) => within(inner, `${way}/${name}`))];
}

const schemas = [...documents].flatMap(([path, schema]) => within(schema, path).map((found) => ({ ...found, path })));

function target(from: string, ref: string): Schema | undefined {
  const url = new URL(ref, base + from);
  const document = documents.get(`${url.origin}${url.pathname}`.replace(base, ""));
  const steps = url.hash.split("/").slice(1);
  return steps.reduce<Schema | undefined>((at, step) => at?.[step] as Schema | undefined, document);
}

describe("every document", () => {
  it("exists", () => {
    expect(documents.size).toBeGreaterThanOrEqual(9);
    expect(schemas.length).toBeGreaterThan(80);
  });

  it.each([...documents])("%s has a title, an $id, and a draft", (path, schema) => {
    expect(schema).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: base + path,
      title: expect.stringMatching(/./) as unknown,
      description: expect.stringMatching(/\.$/) as unknown,
    });
  });

  it("is valid in strict mode under draft 2020-12", () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, formats: { ...formats } });
    for (const schema of documents.values()) ajv.addSchema(schema);
    for (const path of documents.keys()) expect(ajv.getSchema(base + path)).toBeTypeOf("function");
  });

  it("has a description, directly or by reference, for each property and definition", () => {
    const named = schemas.flatMap(({ way, schema, path }) =>
      ["properties", "$defs"].flatMap((keyword) =>
        Object.entries((schema[keyword] ?? {}) as Record<string, Schema>).map(([name, inner]) => ({
          way: `${way}/${name}`,
          inner,
          path,
        })),
      ),
    );
    const silent = named.filter(({ inner, path }) => {
      const referred = typeof inner["$ref"] === "string" ? target(path, inner["$ref"]) : undefined;
      return (inner["description"] ?? referred?.["description"]) === undefined;
    });
    expect(silent.map(({ way }) => way)).toEqual([]);
  });

  it("has no broken references", () => {
    const references = schemas.filter(({ schema }) => "$ref" in schema);
    expect(references.length).toBeGreaterThan(20);
    expect(
      references.filter(({ schema, path }) => target(path, String(schema["$ref"])) === undefined).map(({ way }) => way),
    ).toEqual([]);
  });

  it("uses each definition", () => {
    const used = new Set(
      schemas.map(({ schema, path }) =>
        typeof schema["$ref"] === "string" ? new URL(schema["$ref"], base + path).href : "",
      ),
    );
    const definitions = [...documents].flatMap(([path, { $defs }]) =>
      Object.keys($defs ?? {}).map((name) => `${base}${path}#/$defs/${name}`),
    );
    expect(definitions.filter((definition) => !used.has(definition))).toEqual([]);
  });

  it("has the only strategy of Kubernetes as the example of each strategy", () => {
    const strategies = schemas.filter(({ way }) => /\/(strategy|preferredStrategies\/items)$/.test(way));
    expect(strategies.map(({ schema }) => schema["examples"])).toEqual(
      Array.from({ length: 3 }, () => [oldestEmulationVersion]),
    );
  });

  it("has examples that it accepts", () => {
    const ajv = new Ajv2020({ strict: true, formats: { ...formats } });
    const examples = schemas.flatMap(({ schema }) =>
      ((schema["examples"] ?? []) as readonly unknown[]).map((example) => ({ schema, example })),
    );
    expect(examples.length).toBeGreaterThan(2);
    expect(examples.filter(({ schema, example }) => !ajv.validate(schema, example))).toEqual([]);
  });
});

describe("the compiled checks", () => {
  const roots = [...documents.keys()].filter((path) =>
    /^(coordination\.k8s\.io\/v[^/]+|admission\.k8s\.io)\//.test(path),
  );

  it("exist for every schema of an object, and for no other schema", () => {
    expect(Object.keys(validators).sort()).toEqual(roots.sort());
    expect(roots).toEqual(expect.arrayContaining(servedVersions.map(({ schema }) => schema)));
  });

  it("know every format in the schemas", () => {
    const named = new Set(schemas.flatMap(({ schema }) => schema["format"] ?? []));
    expect([...named].sort()).toEqual(Object.keys(formats).sort());
  });
});
