import { candidateSpecFields, leaseSpecFields } from "../core/api/coordination.ts";
import { isJsonObject, metadataOf, property } from "../core/api/json-object.ts";
import { shorten } from "../core/field/path.ts";
import { copyText } from "../core/text/byte-length.ts";
import type { Policy } from "../policy/policy.ts";

/**
 * Returns a copy of an object with the fields that relation rules and the matches of a policy can
 * read. `labelKeys` are the keys of labels in the policy.
 */
export function keptObject(object: object, labelKeys: ReadonlySet<string>): object {
  const { namespace, name, creationTimestamp, labels } = metadataOf(object) ?? {};
  return {
    apiVersion: property(object, "apiVersion"),
    kind: property(object, "kind"),
    metadata: {
      namespace,
      name,
      creationTimestamp,
      ...(labelKeys.size > 0 && isJsonObject(labels) && { labels: picked(labels, labelKeys) }),
    },
    spec: picked(property(object, "spec"), specKeys),
  };
}

const specKeys: ReadonlySet<string> = new Set([...leaseSpecFields, ...candidateSpecFields, "preferredStrategies"]);

function picked(from: unknown, keys: ReadonlySet<string>): unknown {
  if (!isJsonObject(from)) return from;
  return Object.fromEntries([...keys].filter((key) => Object.hasOwn(from, key)).map((key) => [key, from[key]]));
}

export function labelKeysOf({ rules, exemptions }: Pick<Policy, "rules" | "exemptions">): ReadonlySet<string> {
  const parts = [...exemptions, ...[...rules.values()].flatMap(({ scopes = [] }) => scopes)];
  const conditions = parts.flatMap(({ match }) => [match, match.not ?? {}]);
  return new Set(conditions.flatMap(({ labels = {} }) => Object.keys(labels)));
}

/**
 * The maximum length of a string in the facts, about twice the length of the longest usual holder.
 */
const maxLength = 600;

/** Returns a string for the facts. Shortens and copies a string that is longer than usual. */
export function keptText(text: string): string {
  return text.length <= maxLength ? text : copyText(shorten(text, maxLength));
}

/** The strings that many objects have in common, such as the names of managers. */
const shared = new Map<string, string>();

const [maxShared, maxSharedLength] = [1000, 300];

/**
 * Returns one string for all equal strings. The result is a copy, because a message can contain
 * parts of long strings.
 */
export function sharedText(text: string): string {
  const known = shared.get(text);
  if (known !== undefined) return known;
  const copy = copyText(text);
  if (copy.length <= maxSharedLength && shared.size < maxShared) shared.set(copy, copy);
  return copy;
}
