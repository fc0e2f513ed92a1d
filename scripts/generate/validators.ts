import { dirname, relative } from "node:path";
import { _, Ajv } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { maxSchemaErrors } from "../../src/schema/compiled-schema.ts";
import { formats } from "../../src/schema/formats.ts";
import { bareSchema } from "./bare-schema.ts";
import { boundedCode } from "./bounded-code.ts";
import type { GeneratedFile } from "./generated-file.ts";
import type { SchemaFile } from "./schema-files.ts";
import { sourcePaths } from "./source-paths.ts";

/**
 * Matches the paths of the schemas of Leases, LeaseCandidates, and AdmissionReviews. The validators
 * of these schemas are in one generated file.
 */
const rootSchema = /^(coordination\.k8s\.io\/[^/]+|admission\.k8s\.io)\//;

/**
 * Schemas whose validators have their own generated files, because few programs read policies,
 * suites, or settings of `check`.
 */
const apart: readonly (readonly [path: string, schema: RegExp])[] = [
  [sourcePaths.policyValidators, /^lease-guard\.dev\/[^/]+\/(policy\.json$|parameters\/)/],
  [sourcePaths.configValidators, /^lease-guard\.dev\/.*\/config\.json$/],
  [sourcePaths.suiteValidators, /^test\.lease-guard\.dev\//],
];

/**
 * Compiles the JSON Schemas to plain functions, so that lease-guard needs no ajv and no `eval` at
 * run time.
 */
export function validators(files: readonly SchemaFile[]): readonly GeneratedFile[] {
  const schemas = files.map(bareSchema);
  const objects = schemas.filter(({ path }) => rootSchema.test(path));
  if (objects.length === 0) throw new Error("schemas/ contains no schema of an object");
  return [
    withMapKeys(validatorFile(sourcePaths.objectValidators, compiler(true, schemas), objects)),
    ...apart.flatMap(([path, pattern]) => {
      const own = schemas.filter((file) => pattern.test(file.path));
      // This compiler keeps references as function calls. Otherwise, the code would repeat the
      // definition of a match.
      return own.length === 0 ? [] : [validatorFile(path, compiler(false, own), own)];
    }),
  ];
}

/**
 * Creates a compiler without ajv's class for JSON Schema 2020-12. That class tracks evaluated
 * properties on every call, but no schema here uses the keywords that need this tracking.
 */
function compiler(inlineRefs: boolean, schemas: readonly SchemaFile[]): Ajv {
  const ajv = new Ajv({
    strict: true,
    allErrors: true,
    messages: false,
    validateFormats: true,
    allowUnionTypes: true,
    inlineRefs,
    formats,
    code: { source: true, esm: true, lines: true, formats: _`formats` },
  });
  for (const { schema } of schemas) ajv.addSchema(schema);
  return ajv;
}

function validatorFile(path: string, ajv: Ajv, roots: readonly SchemaFile[]): GeneratedFile {
  const ids = Object.fromEntries(roots.map(({ schema }, index) => [`root${index}`, schema.$id]));
  const code = standaloneCode.default(ajv, ids);
  const names = new Map(roots.map((root, index) => [exported(code, index), functionName(root.path)]));
  const entries = roots.map((root, index) => `  ${JSON.stringify(root.path)}: ${names.get(exported(code, index))},`);
  // With the number that ajv gives to a function, a new rule would change the functions of others.
  const named = boundedCode(withoutRuntime(code)).replaceAll(/\bvalidate\d+\b/g, (name) => names.get(name) ?? name);
  return { path, text: moduleText(path, named, entries) };
}

function withMapKeys({ path, text }: GeneratedFile): GeneratedFile {
  const loops = text.replaceAll(/\bfor\(const (key\d+) in (data\d+)\)/g, "for(const $1 of mapKeys($2))");
  if (loops === text)
    throw new Error(
      "the code of ajv does not loop over keys in the expected form; adapt scripts/generate/validators.ts",
    );
  return {
    path,
    text: loops.replace(/^import /m, `import { mapKeys } from "${specifier(path, sourcePaths.mapKeys)}";\nimport `),
  };
}

/** For `coordination.k8s.io/v1/lease.json`, the name is validate_v1_lease_json. */
function functionName(path: string): string {
  return ["validate", ...path.split("/").slice(-2)].join("_").replaceAll(/\W/g, "_");
}

const exportLine = /^(?:"use strict";\s*)?export const root(\d+) = (validate\d+);$/gm;

function exported(code: string, index: number): string {
  const [, , name] = [...code.matchAll(exportLine)].find(([, number]) => Number(number) === index) ?? [];
  if (name === undefined)
    throw new Error(
      "the code of ajv does not export validators in the expected form; adapt scripts/generate/validators.ts",
    );
  return name;
}

/** Removes the exports from generated code, because a table replaces them. */
function withoutRuntime(code: string): string {
  const text = code.replaceAll(exportLine, "");
  const helper = /require\("([^"]+)"\)/.exec(text)?.[1];
  if (helper !== undefined)
    throw new Error(
      `a keyword of schemas/ needs ${helper} at run time; use another (length limits and uniqueness belong to rules)`,
    );
  return text;
}

function moduleText(path: string, code: string, entries: readonly string[]): string {
  return `// Generated by npm run generate from the files below schemas.
// @ts-nocheck
import { formats } from "${specifier(path, sourcePaths.formats)}";
import type { CompiledSchema } from "${specifier(path, sourcePaths.compiledSchema)}";

${code.trim()}

/**
 * The validators by the path of their schema below \`schemas/\`. Each validator stops at
 * ${maxSchemaErrors} errors.
 */
export const validators: Readonly<Record<string, CompiledSchema>> = {
${entries.join("\n")}
};
`;
}

function specifier(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}
