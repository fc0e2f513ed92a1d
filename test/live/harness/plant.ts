import { expectStatus, type World } from "./world.ts";

/**
 * A change of one object of the cluster: a merge patch or, as a list, a JSON Patch; a new object;
 * or a deletion.
 */
export type Change =
  | { readonly path: string; readonly patch: object }
  | { readonly path: string; readonly create: { readonly metadata: { readonly name: string }; readonly spec?: object } }
  | { readonly path: string; readonly remove: true };

/** A finding of the doctor: its check, the kind and the name of the object, and the field. */
export type Found = readonly [check: string, object: string, field: string];

/**
 * A misconfiguration, with all findings that the doctor must report, in the order of its report.
 */
export interface Fault {
  readonly changes: readonly Change[];
  readonly finds: readonly Found[];
}

/** The misconfigurations of a theme, by the phrase that completes `finds`. */
export type Faults = Readonly<Record<string, Fault>>;

/** Makes the changes, and returns a function that undoes them in reverse order. */
export async function plant(world: World, changes: readonly Change[]): Promise<() => Promise<void>> {
  const undo: (() => Promise<void>)[] = [];
  for (const change of changes) undo.unshift(await plantOne(world, change));
  return async () => {
    for (const each of undo) await each();
  };
}

async function plantOne({ api }: World, change: Change): Promise<() => Promise<void>> {
  const { path } = change;
  if ("create" in change) {
    expectStatus(201, await api.call("POST", path, { body: change.create }));
    return async () => void expectStatus(200, await api.call("DELETE", `${path}/${change.create.metadata.name}`));
  }
  const { body: before } = expectStatus(200, await api.call("GET", path));
  const { resourceVersion: _version, ...metadata } = before.metadata ?? {};
  if ("remove" in change) {
    expectStatus(200, await api.call("DELETE", path));
    const collection = path.slice(0, path.lastIndexOf("/"));
    return async () => void expectStatus(201, await api.call("POST", collection, { body: { ...before, metadata } }));
  }
  const contentType = Array.isArray(change.patch) ? "application/json-patch+json" : "application/merge-patch+json";
  expectStatus(200, await api.call("PATCH", path, { body: change.patch, contentType }));
  return async () => {
    // The API server updates some kinds of objects only with their current version.
    const { resourceVersion } = expectStatus(200, await api.call("GET", path)).body.metadata ?? {};
    expectStatus(200, await api.call("PUT", path, { body: { ...before, metadata: { ...metadata, resourceVersion } } }));
  };
}
