import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { describe, expect, test } from "vitest";
import { renderedTogether } from "./rendered-overlay.ts";

type Schema = Readonly<Record<string, unknown>>;
interface Definition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly [{ readonly name: string; readonly schema: { readonly openAPIV3Schema: Schema } }];
  };
}

const folder = join(import.meta.dirname, "../fixtures/crds");
const definitions = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Definition,
);
const groups = definitions.map(({ spec }) => spec.group);
const objects = ["cert-manager", "elections-monitoring", "monitoring"]
  .flatMap((name) => renderedTogether([`components/${name}`]))
  .filter(({ apiVersion }) => groups.includes(apiVersion.split("/", 1)[0] ?? ""));

/**
 * Returns a schema that rejects unknown fields. JSON Schema allows unknown fields by default.
 * kube-apiserver removes unknown fields, or rejects the object if a client such as kubectl requests
 * strict validation.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return "properties" in schema && !("additionalProperties" in schema)
    ? { ...copy, additionalProperties: false }
    : copy;
}

/** Creates a RegExp from a Go pattern. A Go pattern can start with flags, such as `(?i)`. */
const regExp = Object.assign(
  (pattern: string, flags: string) =>
    new RegExp(pattern.replace("(?i)", ""), pattern.includes("(?i)") ? `${flags}i` : flags),
  {
    code: "",
  },
);

function validatorOf({ spec }: Definition): ValidateFunction {
  const ajv = new Ajv({ strict: false, validateFormats: false, code: { regExp } });
  return ajv.compile(closed(spec.versions[0].schema.openAPIV3Schema) as Schema);
}

const validators = new Map(
  definitions.map((definition) => [
    `${definition.spec.group}/${definition.spec.versions[0].name} ${definition.spec.names.kind}`,
    validatorOf(definition),
  ]),
);

test("every kind is used", () => {
  expect(new Set(objects.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`))).toEqual(new Set(validators.keys()));
});

describe.each(objects)("$kind $metadata.name", (object) => {
  const validate = validators.get(`${object.apiVersion} ${object.kind}`);

  test("matches its published schema", () => {
    expect(validate?.(object)).toBe(true);
  });

  test("does not match with an unknown field", () => {
    expect(
      validate?.({ ...object, spec: { ...(object as unknown as { readonly spec: object }).spec, secretNam: "a" } }),
    ).toBe(false);
  });
});
