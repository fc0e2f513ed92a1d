import type { AdmissionRequest } from "../api/admission.ts";
import { isJsonObject } from "../api/json-object.ts";
import { type ServedVersion, servedVersion } from "../api/served-versions.ts";
import type { FieldPath } from "../field/path.ts";

/** One object of a document that is to be judged, and the way to it: items of a List are objects of their own. */
export interface ManifestObject {
  readonly served: ServedVersion;
  readonly object: object;
  readonly path: FieldPath;
}

/** What a document holds: objects of ours, and how many of other kinds. */
export interface ManifestObjects {
  readonly objects: readonly ManifestObject[];
  readonly skipped: number;
}

/** Finds the Leases and LeaseCandidates of a document; every List, of whatever kind, is looked into. */
export function manifestObjects(value: unknown, path: FieldPath = []): ManifestObjects {
  if (!isJsonObject(value)) return { objects: [], skipped: 1 };
  const { kind, items } = value;
  if (typeof kind === "string" && kind.endsWith("List") && Array.isArray(items)) {
    const found = items.map((item: unknown, index) => manifestObjects(typed(item, value), [...path, "items", index]));
    return { objects: found.flatMap(({ objects }) => objects), skipped: found.reduce((sum, { skipped }) => sum + skipped, 0) };
  }
  const served = servedVersion(gvkOf(value));
  return served === undefined ? { objects: [], skipped: 1 } : { objects: [{ served, object: value, path }], skipped: 0 };
}

/** The items of a LeaseList have no type of their own when an API server writes them. */
function typed(item: unknown, { apiVersion, kind }: Readonly<Record<string, unknown>>): unknown {
  if (!isJsonObject(item) || item["kind"] !== undefined || kind === "List") return item;
  return { apiVersion, kind: textOf(kind).slice(0, -"List".length), ...item };
}

function gvkOf({ apiVersion, kind }: Readonly<Record<string, unknown>>): AdmissionRequest["kind"] {
  const [group = "", version = ""] = textOf(apiVersion).split("/");
  return { group, version, kind: textOf(kind) };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * The object as kubectl hands it to an API server: without a namespace of its own it goes to the one that is asked for.
 */
export function inNamespace(object: object, namespace: string): object {
  const { metadata } = object as { readonly metadata?: unknown };
  if (metadata !== undefined && metadata !== null && !isJsonObject(metadata)) return object;
  const named = metadata?.["namespace"] ?? "";
  return named === "" ? { ...object, metadata: { ...metadata, namespace } } : object;
}
