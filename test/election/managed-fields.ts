import type { ApiObject, ManagedField } from "./api-object.ts";

/**
 * Returns the entries as kube-apiserver keeps them. The entry of the writing manager has the time
 * of the API server's clock, in whole seconds, unless the write changes nothing.
 */
export function stamped(object: ApiObject, old: ApiObject | undefined, manager: string, now: number): readonly ManagedField[] {
  const entries = old?.metadata.managedFields ?? [];
  if (old !== undefined && contentOf(object) === contentOf(old)) return entries;
  const time = new Date(now).toISOString().replace(/\.\d+/, "");
  return [...entries.filter((entry) => entry.manager !== manager), { manager, operation: "Update", time }];
}

function contentOf({ spec, metadata: { labels } }: ApiObject): string {
  return JSON.stringify([Object.entries(spec).sort(), labels]);
}
