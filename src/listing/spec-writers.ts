import { fieldAt } from "../core/api/fields.ts";
import { isJsonObject, property } from "../core/api/json-object.ts";
import { parseTime } from "../core/text/time.ts";
import { keptText, sharedText } from "./kept-object.ts";

/** A client that owns fields of the spec, by the name in `metadata.managedFields`. */
export interface SpecWriter {
  readonly manager: string;
  /** The time of its last write by the clock of the API server, rounded down to the second. */
  readonly atMs: number;
  readonly renews: boolean;
  readonly setsHolder: boolean;
}

const none: readonly SpecWriter[] = [];

/** Returns the writers of the spec, oldest write first. Leaves out malformed entries. */
export function specWriters(managedFields: unknown): readonly SpecWriter[] {
  if (!Array.isArray(managedFields)) return none;
  const writers = managedFields.flatMap((entry: unknown): readonly SpecWriter[] => {
    const spec = fieldAt(entry, "fieldsV1", "f:spec");
    const [manager, time] = [property(entry, "manager"), property(entry, "time")];
    if (!isJsonObject(spec) || typeof manager !== "string" || typeof time !== "string") return none;
    const at = parseTime(time);
    if (at === undefined) return none;
    const [renews, setsHolder] = [spec["f:renewTime"] !== undefined, spec["f:holderIdentity"] !== undefined];
    return [{ manager: sharedText(keptText(manager)), atMs: at.getTime(), renews, setsHolder }];
  });
  // A copy has no room for more writers, which would take more memory than the writers.
  return writers.length === 0 ? none : [...writers].sort((a, b) => a.atMs - b.atMs);
}

/** Reports whether a manager is kubectl, with which a person writes. */
export function isKubectl(manager: string): boolean {
  return manager.startsWith("kubectl");
}

/**
 * Returns the client that set the current renewTime, or undefined if none or several of the writers
 * own the field.
 */
export function renewerOf(writers: readonly SpecWriter[]): SpecWriter | undefined {
  const renewing = writers.filter(({ renews }) => renews);
  return renewing.length === 1 ? renewing[0] : undefined;
}
