import { pairKey, type ViewedObject } from "./view.ts";

/** The objects before the writes, by their keys from `pairKey`. */
export type OldObjects = ReadonlyMap<string, ViewedObject>;

/**
 * Returns the objects by their keys. Leaves out objects without a name. If several objects have the
 * same kind, namespace, and name, the last one counts.
 */
export function toOldObjects(objects: Iterable<ViewedObject>): OldObjects {
  const oldObjects = new Map<string, ViewedObject>();
  for (const each of objects) {
    const key = pairKey(each);
    if (key !== undefined) oldObjects.set(key, each);
  }
  return oldObjects;
}

/** Returns the object as it was before its write, or undefined if there is none. */
export function oldObjectOf(object: ViewedObject, oldObjects: OldObjects): object | undefined {
  const key = oldObjects.size === 0 ? undefined : pairKey(object);
  return key === undefined ? undefined : oldObjects.get(key)?.object;
}

/**
 * Returns the old objects whose keys are not in `replaced`. No write replaces or deletes these
 * objects.
 */
export function remainingObjects(
  oldObjects: OldObjects,
  replaced: ReadonlySet<string | undefined>,
): readonly ViewedObject[] {
  return [...oldObjects].flatMap(([key, old]) => (replaced.has(key) ? [] : [old]));
}
