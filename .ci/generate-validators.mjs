import { existsSync } from "node:fs";
import { join } from "node:path";
import { _, Ajv } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { withSource } from "./load-source.mjs";
import { readSchemas } from "./read-schemas.mjs";

/** Schemas of whole objects; every other file below `schemas/` holds definitions that these refer to. */
const rootSchema = /^(coordination\.k8s\.io\/[^/]+|admission\.k8s\.io)\//;

/** For readers and editors only: ajv would put them into the code. */
const annotations = new Set(["$schema", "$comment", "title", "description", "examples"]);

/** Keywords whose value maps names of the author's choice to schemas. */
const maps = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);

/** Most errors a validator collects: an answer lists no more causes, and a review of 7 MiB has room for 3.5 million bad list items. */
const maxErrors = 100;

/**
 * The JSON Schemas as plain functions, so that neither ajv nor `eval` is there at run time: `src/schema/generated.ts`, and apart from
 * it, for not everybody has a policy or a suite to read, `src/policy/generated.ts` and `src/suite/generated.ts`.
 */
export async function validators(root, policy) {
  const schemas = readSchemas(root, policy).map(({ path, schema }) => ({ path, schema: bare(schema) }));
  const objects = schemas.filter(({ path }) => rootSchema.test(path));
  if (objects.length === 0) throw new Error("schemas/ holds no schema of an object");
  const policies = schemas.filter(({ path }) => `schemas/${path}` === policy.path);
  const suites = schemas.filter(({ path }) => path.startsWith("test.lease-guard.dev/"));
  // Every rule's setting holds what it refers to many times over.
  const apart = async (own) => moduleText("../schema", compiled(await compiler(root, false), own, own));
  return [
    { path: "src/schema/generated.ts", text: moduleText(".", compiled(await compiler(root, true), schemas, objects)) },
    { path: "src/policy/generated.ts", text: await apart(policies) },
    ...(suites.length > 0 ? [{ path: "src/suite/generated.ts", text: await apart(suites) }] : []),
  ];
}

function compiled(ajv, schemas, roots) {
  for (const { schema } of schemas) ajv.addSchema(schema);
  const ids = Object.fromEntries(roots.map(({ schema }, index) => [`root${index}`, schema.$id]));
  const code = standaloneCode.default(ajv, ids);
  const entries = roots.map(({ path }, index) => `  ${JSON.stringify(path)}: ${exported(code, index)},`);
  return { code: bounded(withoutRuntime(code)), entries: entries.join("\n") };
}

/** What `minLength: 1` says, without ajv's way to count characters. */
const notEmpty = ["pattern", "[^]"];

/** The schema without annotations. */
function bare(schema) {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema)
    // Editors check a string by its pattern; the validators check it by its format, which has a message.
    .filter(([keyword]) => !annotations.has(keyword) && !(keyword === "pattern" && "format" in schema))
    .map(([keyword, value]) => (keyword === "minLength" && value === 1 ? notEmpty : [keyword, value]));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, maps.has(keyword) ? bareMap(value) : bare(value)]));
}

function bareMap(map) {
  return Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, bare(schema)]));
}

const exportLine = /^(?:"use strict";\s*)?export const root(\d+) = (validate\d+);$/gm;

function exported(code, index) {
  const match = [...code.matchAll(exportLine)].find(([, number]) => Number(number) === index);
  if (match === undefined) throw new Error("no export was found: has ajv's code changed?");
  return match[2];
}

/** Not ajv's class for 2020-12, which keeps account of evaluated properties on every call, for keywords that no schema here has. */
async function compiler(root, inlineRefs) {
  const ajv = new Ajv({
    strict: true,
    allErrors: true,
    messages: false,
    validateFormats: true,
    allowUnionTypes: true,
    inlineRefs,
    code: { source: true, esm: true, lines: true, formats: _`formats` },
  });
  if (!existsSync(join(root, "src/schema/formats.ts"))) return ajv;
  const { formats } = await withSource(root, (load) => load("schema/formats.ts"));
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  return ajv;
}

/** The exports become a table of their own; ajv's helpers, which it would `require`, are refused. */
function withoutRuntime(code) {
  const text = code.replaceAll(exportLine, "");
  const helper = /require\("([^"]+)"\)/.exec(text);
  if (helper !== null)
    throw new Error(`a keyword of schemas/ needs ${helper[1]} at run time: use another (length limits and uniqueness belong to rules)`);
  return text;
}

/**
 * Ends a function once it has found `maxErrors`. Errors that ajv may take back (a branch of anyOf that failed) would make this refuse
 * what is valid, so keywords that try are refused here.
 */
function bounded(code) {
  if (/\berrors = _errs/.test(code))
    throw new Error("schemas/ must do without anyOf, oneOf, not, if and contains: the bound on errors cannot tell a try from a fault");
  let current = "";
  let bounds = 0;
  const lines = code.split("\n").map((line) => {
    current = /^function (validate\d+)\(/.exec(line)?.[1] ?? current;
    return line.replace(/\berrors\+\+;|\berrors = vErrors\.length;/g, (counted) => {
      bounds++;
      return `${counted} if (errors >= ${maxErrors}) { vErrors.length = ${maxErrors}; ${current}.errors = vErrors; return false; }`;
    });
  });
  if (bounds === 0) throw new Error("no place was found that counts errors: has ajv's code changed?");
  return lines.join("\n");
}

function moduleText(schemaFolder, { code, entries }) {
  return `// Generated by npm run generate from the files below schemas.
// @ts-nocheck
import { formats } from "${schemaFolder}/formats.ts";
import type { Validator } from "${schemaFolder}/validator.ts";

${code.trim()}

/** The check of every object's schema, by the schema's path below \`schemas/\`; it stops at ${maxErrors} errors. */
export const validators: Readonly<Record<string, Validator>> = {
${entries}
};
`;
}
