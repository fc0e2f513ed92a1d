import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow } from "./load-source.mjs";

/** The files of `schemas/` by their paths there; `made` is one that is generated itself, and may be out of date on the disk. */
export function readSchemas(root, made) {
  const folder = join(root, "schemas");
  const texts = new Map(filesBelow(folder, ".json").map((path) => [path, readFileSync(join(folder, path), "utf8")]));
  texts.set(made.path.slice("schemas/".length), made.text);
  return Array.from(texts, ([path, text]) => ({ path, schema: JSON.parse(text) }));
}
