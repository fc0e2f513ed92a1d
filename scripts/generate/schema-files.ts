import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow } from "./files-below.ts";
import type { GeneratedFile } from "./generated-file.ts";
import type { JsonSchema } from "./json-schema.ts";

/** A file of `schemas/`. `path` is relative to `schemas/`. */
export interface SchemaFile {
  readonly path: string;
  readonly schema: JsonSchema & { readonly $id: string };
}

const folder = "schemas";

/** The directory in `schemas/` for generated schemas without references to other files. */
export const bundledFolder = "bundled";

/**
 * Returns all schemas except the bundled ones. `made` replaces the file with the same path, because
 * that file can be out of date.
 */
export function readSchemaFiles(made: GeneratedFile): readonly SchemaFile[] {
  const paths = filesBelow(folder, ".json").filter((path) => !path.startsWith(`${bundledFolder}/`));
  const texts = new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
  texts.set(made.path.slice(`${folder}/`.length), made.text);
  return Array.from(texts, ([path, text]) => ({ path, schema: JSON.parse(text) as SchemaFile["schema"] }));
}

/** Returns the schema at a URL. */
export function schemaAt(files: readonly SchemaFile[], href: string): JsonSchema {
  const [id, fragment = ""] = href.split("#");
  const document: unknown = files.find(({ schema }) => schema.$id === id)?.schema;
  const steps = fragment.split("/").slice(1);
  const target = steps.reduce(
    (place, step) => (place as Readonly<Record<string, unknown>> | undefined)?.[step],
    document,
  );
  if (target === undefined) throw new Error(`no schema ${id} with ${steps.join("/")}`);
  return target as JsonSchema;
}
