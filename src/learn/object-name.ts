import { uuidForm } from "../core/text/names.ts";
import { generatedForm, workloadOf } from "../rules/shared/pod-names.ts";
import { randomSuffixPattern } from "./holder-pattern.ts";

const uuidNameForm = new RegExp(`^(.+)-${uuidForm}$`);

/**
 * Returns the pattern for an object's name that ends in a generated part, such as `apiserver-*` or
 * `pvc-*`. Returns undefined for any other name.
 */
export function generatedNamePattern(name: string): string | undefined {
  const base = uuidNameForm.exec(name)?.[1];
  if (base !== undefined) return `${base}-*`;
  return randomSuffixPattern(name);
}

/**
 * Returns the pattern for the name of a LeaseCandidate, which usually is the identity of a process.
 * The pattern contains `_`, so no name of a Lease matches it. Returns undefined for a name without
 * a part before `_`.
 */
export function candidateNamePattern(name: string): string | undefined {
  const [, own] = /^([^_]+)_/.exec(name) ?? [];
  if (own === undefined) return undefined;
  const workload = workloadOf({ name: own });
  return workload === own ? "*_*" : `${workload}-*_*`;
}

/**
 * Reports whether the name of a LeaseCandidate has the form of a pod name that a rollout replaces.
 */
export function isPassingName(name: string): boolean {
  return generatedForm.test(name);
}

/**
 * Returns the pattern for names that begin alike: their common beginning up to the last `-` or `.`,
 * and `*`. Returns undefined if they have no such beginning.
 */
export function commonPattern(names: readonly string[]): string | undefined {
  const [first = "", ...others] = names;
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
  const cut = Math.max(first.lastIndexOf("-", length - 1), first.lastIndexOf(".", length - 1));
  return cut > 0 ? `${first.slice(0, cut + 1)}*` : undefined;
}
