import type { ListedObject } from "./listed-object.ts";

/**
 * The memory for the facts about all objects, and about those of one namespace, in bytes. One
 * namespace can therefore not push the others out of the audit.
 */
const [maxBytes, maxNamespaceBytes] = [140e6, 100e6];

/** The memory for the facts about an object without its strings, here and in the report. */
const objectBytes = 1150;

/** The memory for a finding without its message. */
const findingBytes = 200;

/** The number of namespaces whose counts are known separately. */
const maxNamespaces = 20;

/** Limits the facts that an audit keeps. */
export interface ListingBudget {
  /** Reports whether the facts about an object fit. Counts them, or the object that is left out. */
  readonly admits: (listed: ListedObject) => boolean;
  /** The number of objects that are left out, by namespace. Further namespaces have the key "". */
  readonly leftOut: ReadonlyMap<string, number>;
  /** Forgets the objects, because their listing begins again. */
  readonly clear: () => void;
}

/** Returns a budget that nothing uses yet. */
export function listingBudget(
  limits: { readonly total: number; readonly namespace: number } = { total: maxBytes, namespace: maxNamespaceBytes },
): ListingBudget {
  const leftOut = new Map<string, number>();
  const used = new Map<string, number>();
  let total = 0;
  return {
    leftOut,
    clear: () => {
      leftOut.clear();
      used.clear();
      total = 0;
    },
    admits: (listed) => {
      const bytes = bytesOf(listed);
      const before = used.get(listed.namespace) ?? 0;
      if (total + bytes <= limits.total && before + bytes <= limits.namespace) {
        total += bytes;
        used.set(listed.namespace, before + bytes);
        return true;
      }
      const key = leftOut.has(listed.namespace) || leftOut.size < maxNamespaces ? listed.namespace : "";
      leftOut.set(key, (leftOut.get(key) ?? 0) + 1);
      return false;
    },
  };
}

function bytesOf({ namespace, name, uid, resourceVersion, holder, leaseName, writers, findings, viewed }: ListedObject): number {
  const texts = [namespace, name, uid, resourceVersion, holder, leaseName, ...writers.map(({ manager }) => manager)];
  const messages = findings.map(({ field, message }) => findingBytes + 2 * (field.length + message.length));
  // An object that the rules about elections read is in memory with all its values.
  const kept = viewed === undefined ? 0 : 4 * JSON.stringify(viewed.object).length;
  return texts.reduce((sum, text) => sum + text.length, objectBytes) + messages.reduce((sum, bytes) => sum + bytes, kept);
}
