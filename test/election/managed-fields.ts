import type { ApiObject, ManagedField } from "./api-object.ts";

/** Who writes, and how. */
export type Writer = Pick<ManagedField, "manager" | "operation">;

/**
 * Returns the entries as kube-apiserver keeps them. The entry of the writing manager has the time
 * of the API server's clock, in whole seconds, unless the write changes nothing.
 */
export function stamped(object: ApiObject, old: ApiObject | undefined, by: Writer, now: number): readonly ManagedField[] {
  const entries = old?.metadata.managedFields ?? [];
  if (old !== undefined && contentOf(object) === contentOf(old)) return entries;
  const time = new Date(now).toISOString().replace(/\.\d+/, "");
  return [...entries.filter((entry) => entry.manager !== by.manager || entry.operation !== by.operation), { ...by, time }];
}

function contentOf({ spec, metadata: { labels } }: ApiObject): string {
  return JSON.stringify([Object.entries(spec).sort(), labels]);
}
