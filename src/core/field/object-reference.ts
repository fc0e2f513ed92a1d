/** The kind, the namespace, and the name of an object. */
export interface ObjectReference {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Returns `NAMESPACE/NAME`, which is also a key of an object among the objects of its kind. */
export function namespacedName({ namespace, name }: Omit<ObjectReference, "kind">): string {
  return `${namespace}/${name}`;
}

/**
 * Returns a string that identifies the object of a reference, for use as the key of a map. Only
 * references to the same object have the same string.
 */
export function referenceKey({ kind, namespace, name }: ObjectReference): string {
  return JSON.stringify([kind, namespace, name]);
}
