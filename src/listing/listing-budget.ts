import { fieldAt } from "../core/api/fields.ts";
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

/** The memory for a writer without its name. */
const writerBytes = 60;

/** The number of namespaces whose counts are known separately. */
const maxNamespaces = 20;

export interface ListingBudget {
  /**
   * Reports whether the facts about another object of a namespace can fit. Otherwise, counts the
   * object, which is left out.
   */
  readonly hasRoom: (namespace: string) => boolean;
  /** Reports whether the facts about an object fit. Counts them, or the object that is left out. */
  readonly admits: (listed: ListedObject) => boolean;
  /** The number of objects that are left out, by namespace. Further namespaces have the key "". */
  readonly leftOut: ReadonlyMap<string, number>;
  /** Forgets the objects, because their listing begins again. */
  readonly clear: () => void;
}

/** The memory for the facts about all clusters that a command reads, in bytes. */
export interface SharedMemory {
  bytes: number;
}

/** Returns a budget for one of the clusters that use the same memory. */
export function sharedBudget(shared: SharedMemory): ListingBudget {
  return listingBudget(undefined, shared);
}

export function listingBudget(
  limits: { readonly total: number; readonly namespace: number } = { total: maxBytes, namespace: maxNamespaceBytes },
  shared: SharedMemory = { bytes: 0 },
): ListingBudget {
  const leftOut = new Map<string, number>();
  const used = new Map<string, number>();
  const add = (namespace: string, bytes: number): void => {
    shared.bytes += bytes;
    used.set(namespace, (used.get(namespace) ?? 0) + bytes);
  };
  const fits = (namespace: string, bytes: number): boolean => {
    if (shared.bytes + bytes <= limits.total && (used.get(namespace) ?? 0) + bytes <= limits.namespace) return true;
    const key = leftOut.has(namespace) || leftOut.size < maxNamespaces ? namespace : "";
    leftOut.set(key, (leftOut.get(key) ?? 0) + 1);
    return false;
  };
  return {
    leftOut,
    clear: () => {
      leftOut.clear();
      for (const bytes of used.values()) shared.bytes -= bytes;
      used.clear();
    },
    hasRoom: (namespace) => fits(namespace, objectBytes),
    admits: (listed) => {
      const bytes = bytesOf(listed);
      if (!fits(listed.namespace, bytes)) return false;
      add(listed.namespace, bytes);
      return true;
    },
  };
}

function bytesOf({
  namespace,
  name,
  uid,
  resourceVersion,
  holder,
  leaseName,
  writers,
  findings,
  viewed,
}: ListedObject): number {
  let bytes = objectBytes;
  for (const text of [namespace, name, uid, resourceVersion, holder, leaseName]) bytes += textBytes(text);
  for (const { manager } of writers) bytes += writerBytes + textBytes(manager);
  for (const { field, message } of findings) bytes += findingBytes + 2 * (field.length + message.length);
  return viewed === undefined ? bytes : bytes + viewedBytes(viewed.object);
}

/**
 * Returns the memory for a string, and for the messages that contain it. There can be several
 * messages, with an escape sequence for each character that is not printable.
 */
function textBytes(text: string): number {
  return text.length <= usualLength && isPrintable.test(text) ? text.length : 16 * text.length;
}

/** The greatest length of a usual holder: the name of a pod, `_`, and a UUID. */
const usualLength = 290;

const isPrintable = /^[ -~]*$/;

/** The memory for an object that relation rules read: its values, and those of its hub form. */
function viewedBytes(object: object): number {
  const strategies = fieldAt(object, "spec", "preferredStrategies");
  return 4 * JSON.stringify(object).length + (Array.isArray(strategies) ? 200 * strategies.length : 0);
}
