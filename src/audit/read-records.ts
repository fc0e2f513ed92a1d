import type { ViewedObject } from "../validate/view.ts";
import { type AuditRecord, recordOf } from "./record.ts";
import type { StoredRules } from "./stored-rules.ts";

/** The input of `recordReader` in addition to the objects. */
export interface RecordSettings {
  /**
   * The rules to run. Undefined for an earlier listing, because the audit reports findings only for
   * the last listing.
   */
  readonly rules: StoredRules | undefined;
  readonly now: Date;
  /** The candidates of the cluster, which were read before the Leases. */
  readonly candidates: readonly AuditRecord[];
}

/** The records of objects, and messages about rules that threw an exception. */
export interface ReadRecords {
  readonly records: readonly AuditRecord[];
  readonly crashes: readonly string[];
}

/**
 * Returns a function that converts objects to records, one page at a time. A record keeps its
 * object only if the object can take part in a coordinated election, because a cluster can have
 * many other Leases.
 */
export function recordReader({ rules, now, candidates }: RecordSettings): (objects: readonly ViewedObject[]) => ReadRecords {
  const elected = new Set(candidates.map(({ leaseName }) => leaseName));
  const isKept = ({ kind, isCoordinated, name }: Pick<AuditRecord, "kind" | "isCoordinated" | "name">): boolean =>
    rules !== undefined && (kind === "LeaseCandidate" || isCoordinated || elected.has(name));
  return (objects) => {
    const crashes: string[] = [];
    const records = objects.map((viewed) => {
      const found = rules?.alone(viewed, now);
      if (found !== undefined) crashes.push(...found.crashes);
      return recordOf(viewed, { findings: found?.findings ?? [], isKept });
    });
    return { records, crashes };
  };
}
