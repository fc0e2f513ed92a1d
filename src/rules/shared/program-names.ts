/** Words that occur in the names of many programs. These words do not identify a program. */
export const commonWords: ReadonlySet<string> = new Set([
  "agent",
  "cluster",
  "controller",
  "k8s",
  "kube",
  "kubernetes",
  "manager",
  "operator",
  "plugin",
  "provider",
  "server",
  "service",
  "system",
  "webhook",
]);

/** Returns the words of a workload's name that can identify its program. */
export function identifyingWords(name: string): readonly string[] {
  return name.split("-").filter((word) => !commonWords.has(word));
}

/**
 * Reports whether two names of workloads or service accounts can belong to the same program, for
 * example before and after an upgrade. One name must contain the other name, or an identifying word
 * of the other name.
 */
export function canBeSameProgram(name: string, other: string): boolean {
  return containsPartOf(name, other) || containsPartOf(other, name);
}

function containsPartOf(name: string, other: string): boolean {
  const joined = join(name);
  return joined.includes(join(other)) || identifyingWords(other).some((word) => joined.includes(word));
}

function join(name: string): string {
  return name.replaceAll("-", "");
}
