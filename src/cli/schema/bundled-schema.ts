import { isJsonObject } from "../../api/json-object.ts";
import { dateOrTimePattern } from "../../text/date-or-time.ts";
import { durationPattern } from "../../text/duration.ts";
import { microTimePattern, timePattern } from "../../text/time.ts";
import { packageFile } from "../shared/package.ts";

type Schema = Readonly<Record<string, unknown>>;

/** What `$id` begins with in every file of `schemas/`; the file's path follows. */
const base = "https://lease-guard.dev/";

/** The shapes of our formats, which nobody else knows; a 30th of February has the shape of a time. */
const patterns: Readonly<Record<string, string>> = {
  allowed: "^allowed$",
  "day-or-time": dateOrTimePattern.source,
  "go-duration": durationPattern.source,
  "micro-time": microTimePattern.source,
  "rfc3339-time": timePattern.source,
};

/** The schema in this file with all it refers to in its own `$defs`, for editors and checkers that load no second file. */
export function bundledSchema(path: string): Schema {
  const root = `${base}${path}`;
  const referred = [...referredFrom(root)];
  if (new Set(referred.map(definitionName)).size < referred.length) throw new Error(`two definitions of ${path} have one name`);
  const definitions = referred.map((url) => {
    const { $schema: _, $id: __, ...definition } = selfContained(schemaAt(url), url);
    return [definitionName(url), definition] as const;
  });
  const { $defs: _, ...schema } = schemaAt(root);
  return { ...selfContained(schema, root), $defs: Object.fromEntries(definitions) };
}

/** The URLs a schema refers to, and theirs, as far as that goes. */
function referredFrom(root: string): ReadonlySet<string> {
  const found = new Set<string>();
  const follow = (url: string): void => {
    const { $defs: _, ...schema } = schemaAt(url);
    for (const next of references(schema, url)) {
      if (found.has(next)) continue;
      found.add(next);
      follow(next);
    }
  };
  follow(root);
  return found;
}

function references(schema: Schema, from: string): readonly string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === "$ref" && typeof value === "string") return [new URL(value, from).href];
    return isJsonObject(value) ? references(value, from) : [];
  });
}

function selfContained(schema: Schema, from: string): Schema {
  const keywords = Object.entries(schema).map(([keyword, value]): readonly [string, unknown] => {
    if (keyword === "$ref" && typeof value === "string") return [keyword, `#/$defs/${definitionName(new URL(value, from).href)}`];
    if (keyword === "format" && typeof value === "string") return ["pattern", patternOf(value)];
    return [keyword, isJsonObject(value) ? selfContained(value, from) : value];
  });
  return Object.fromEntries(keywords);
}

function patternOf(format: string): string {
  const pattern = patterns[format];
  if (pattern === undefined) throw new Error(`the format ${format} has no pattern`);
  return pattern;
}

/** `…/definitions.json#/$defs/leaseSpec` is leaseSpec, `…/object-meta.json` is object-meta. */
function definitionName(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1).replace(/\.json$/, "");
}

function schemaAt(url: string): Schema {
  const { pathname, hash } = new URL(url);
  const document = JSON.parse(packageFile(pathname.slice(1))) as Schema;
  return hash
    .split("/")
    .slice(1)
    .reduce((schema, step) => schema[step] as Schema, document);
}
