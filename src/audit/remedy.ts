import type { AuditRecord } from "./record.ts";

/** The parts of a record that identify one version of an object. */
type ObjectVersion = Pick<AuditRecord, "apiVersion" | "resource" | "namespace" | "name" | "uid" | "resourceVersion">;

/**
 * Returns a shell command that deletes an object only if the object has not changed since the
 * listing. `kubectl` is the name of the program with its flags, as a shell reads them.
 */
export function deleteCommand({ apiVersion, resource, namespace, name, uid, resourceVersion }: ObjectVersion, kubectl: string): string {
  const options = { apiVersion: "v1", kind: "DeleteOptions", preconditions: { uid, resourceVersion } };
  const path = ["/apis", apiVersion, "namespaces", encodeURIComponent(namespace), resource, encodeURIComponent(name)].join("/");
  return `printf %s ${shellQuote(JSON.stringify(options))} | ${kubectl} delete --raw ${shellQuote(path)} -f -`;
}

/** Quotes a word for a POSIX shell. Leaves a word of harmless characters as it is. */
export function shellQuote(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
