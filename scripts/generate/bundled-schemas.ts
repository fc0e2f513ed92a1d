import { isJsonObject } from "../../src/core/api/json-object.ts";
import { formatPatterns } from "./format-patterns.ts";
import type { GeneratedFile } from "./generated-file.ts";
import type { JsonSchema } from "./json-schema.ts";
import { bundledFolder, type SchemaFile, schemaAt } from "./schema-files.ts";

type Keywords = Readonly<Record<string, unknown>>;

/**
 * Returns one file for each version of each kind: its schema, with all definitions that the schema
 * references. `lease-guard schema` prints these files.
 */
export function bundledSchemas(files: readonly SchemaFile[]): readonly GeneratedFile[] {
  return files.filter(isOfOneKind).map((file) => ({
    path: `schemas/${bundledFolder}/${file.path}`,
    text: `${JSON.stringify(bundled(file, files), undefined, 2)}\n`,
  }));
}

/** Reports whether a schema describes one version of one kind. */
function isOfOneKind({ schema }: SchemaFile): boolean {
  return schema.properties?.["apiVersion"]?.const !== undefined && schema.properties["kind"]?.const !== undefined;
}

/** Returns a schema whose `$defs` contains copies of all schemas that the schema references. */
function bundled({ path, schema: { $defs: _, ...schema } }: SchemaFile, files: readonly SchemaFile[]): Keywords {
  const referred = [...referredFrom(schema.$id, files)];
  if (new Set(referred.map(definitionName)).size < referred.length)
    throw new Error(`two definitions of ${path} have one name`);
  const definitions = referred.map((href) => {
    const { $schema: _, $id: __, $defs: ___, ...definition } = schemaAt(files, href);
    return [definitionName(href), selfContained(definition, href)] as const;
  });
  return { ...selfContained(schema, schema.$id), $defs: Object.fromEntries(definitions) };
}

/** Returns the URLs that a schema references, directly or through other schemas. */
function referredFrom(root: string, files: readonly SchemaFile[]): ReadonlySet<string> {
  const found = new Set<string>();
  const follow = (href: string): void => {
    const { $defs: _, ...schema } = schemaAt(files, href);
    for (const next of references(schema, href)) {
      if (found.has(next)) continue;
      found.add(next);
      follow(next);
    }
  };
  follow(root);
  return found;
}

function references(schema: JsonSchema | Keywords, base: string): readonly string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === "$ref" && typeof value === "string") return [new URL(value, base).href];
    return isJsonObject(value) ? references(value, base) : [];
  });
}

function selfContained(schema: JsonSchema | Keywords, base: string): Keywords {
  const keywords = Object.entries(schema).map(([keyword, value]): readonly [string, unknown] => {
    if (keyword === "$ref" && typeof value === "string")
      return [keyword, `#/$defs/${definitionName(new URL(value, base).href)}`];
    if (keyword === "format" && typeof value === "string") return ["pattern", patternOf(value)];
    return [keyword, isJsonObject(value) ? selfContained(value, base) : value];
  });
  return Object.fromEntries(keywords);
}

function patternOf(format: string): string {
  const pattern = formatPatterns[format];
  if (pattern === undefined) throw new Error(`the format ${format} has no pattern`);
  return pattern;
}

/**
 * Returns a name for a definition. For `…/definitions.json#/$defs/leaseSpec`, the name is
 * leaseSpec. For `…/object-meta.json`, the name is object-meta.
 */
function definitionName(href: string): string {
  return href.slice(href.lastIndexOf("/") + 1).replace(/\.json$/, "");
}
