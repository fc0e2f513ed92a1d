/**
 * Quotes a word for a POSIX shell. Returns a word unchanged if it contains no special characters.
 */
export function shellQuote(word: string): string {
  return word !== "" && !/[^\w./:@%+,-]/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

const placeholders = { namespace: "NAMESPACE", name: "NAME" };

/**
 * Returns a shell command after which kube-apiserver tracks the managedFields of a Lease with a
 * holder again. A server-side apply without fields changes no field of the Lease. `kubectl` is the
 * name of the program with its flags, as a shell reads them.
 */
export function trackCommand({ namespace, name }: typeof placeholders = placeholders, kubectl = "kubectl"): string {
  const object = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { namespace, name } };
  return `printf %s ${shellQuote(JSON.stringify(object))} | ${kubectl} apply --server-side --field-manager=lease-guard -f -`;
}

/** Returns the selector of all objects that have the given labels, for `kubectl -l`. */
export function labelSelector(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
}
