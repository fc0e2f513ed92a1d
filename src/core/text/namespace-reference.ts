import { hasWildcard, shortList } from "./glob.ts";

/**
 * In a pattern for users or groups, this text stands for the namespace of the written object.
 * Kubernetes uses the same form for environment variables in the `args` of a container. Names of
 * namespaces and service accounts cannot contain `$`, so they cannot be references.
 */
export const namespaceReference = "$(namespace)";

/**
 * Returns a pattern in which `*` replaces each reference, so that the reference matches any
 * characters.
 */
export function inAnyNamespace(pattern: string): string {
  return refersToNamespace(pattern) ? pattern.replaceAll(namespaceReference, "*") : pattern;
}

export function refersToNamespace(pattern: string): boolean {
  return pattern.includes(namespaceReference);
}

interface Replaced {
  readonly namespace: string | undefined;
  readonly patterns: readonly string[];
}

/**
 * The last result for each list of patterns. Many rules compare one write with the same lists, and
 * `matchesAnyOf` stores its results by list.
 */
const replaced = new WeakMap<readonly string[], Replaced>();

/** The long lists in which no pattern has a reference. A list can have thousands of patterns. */
const withoutReferences = new WeakSet<readonly string[]>();

/**
 * Replaces each reference in a list of patterns with a namespace. Returns the same list if no
 * pattern has a reference. If the namespace is undefined, each reference matches any characters.
 * Callers must not change a list after a call.
 */
export function withNamespace(patterns: readonly string[], namespace: string | undefined): readonly string[] {
  if (patterns.length <= shortList ? !patterns.some(refersToNamespace) : withoutReferences.has(patterns))
    return patterns;
  const last = replaced.get(patterns);
  if (last !== undefined && last.namespace === namespace) return last.patterns;
  if (!patterns.some(refersToNamespace)) {
    withoutReferences.add(patterns);
    return patterns;
  }
  const result = { namespace, patterns: patterns.flatMap((pattern) => replaceReference(pattern, namespace)) };
  replaced.set(patterns, result);
  return result.patterns;
}

/**
 * Replaces each reference in a pattern. Returns an empty list if the pattern has a reference and
 * the namespace contains `*`. Such a namespace is not valid, and the `*` would match other
 * namespaces.
 */
function replaceReference(pattern: string, namespace: string | undefined): readonly string[] {
  if (namespace === undefined) return [inAnyNamespace(pattern)];
  if (!refersToNamespace(pattern)) return [pattern];
  return hasWildcard(namespace) ? [] : [pattern.replaceAll(namespaceReference, () => namespace)];
}
