import { candidateSpecFields, leaseSpecFields } from "../core/api/coordination.ts";
import { isJsonObject, metadataOf, property } from "../core/api/json-object.ts";
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
