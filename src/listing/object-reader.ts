import { withDecodableTimes } from "../engine/validate/decodable-times.ts";
import type { ViewedObject } from "../engine/validate/view.ts";
import { isReportable } from "../rules/shared/reportable.ts";
import { nameOf } from "./dump.ts";
import { keptText } from "./kept-object.ts";
import { type ListedObject, toListedObject } from "./listed-object.ts";
import { type ListingBudget, listingBudget } from "./listing-budget.ts";
import type { StoredRules } from "./stored-rules.ts";

export interface ReaderSettings {
  /**
   * The rules to run. The value is undefined for an earlier listing, because the audit reports
   * findings only for the last listing.
   */
  readonly rules: StoredRules | undefined;
  readonly now: Date;
  /** The LeaseCandidates of the cluster, which were read before the Leases. */
  readonly candidates: readonly Pick<ListedObject, "leaseName">[];
  /** The memory for the facts. By default, the reader has its own budget. */
  readonly budget?: ListingBudget;
}

export interface ReadObjects {
  readonly objects: readonly ListedObject[];
  readonly crashes: readonly string[];
}

const noKeys: ReadonlySet<string> = new Set();

/** The maximum number of messages about crashes. More messages show nothing new. */
const maxCrashes = 20;

/**
 * Returns a function that reads the facts about objects, a few at a time. The facts contain the
 * object itself only if it can take part in a coordinated election, because a cluster can have many
 * other Leases. Leaves out objects whose facts exceed the budget.
 */
export function objectReader({
  rules,
  now,
  candidates,
  budget = listingBudget(),
}: ReaderSettings): (objects: readonly ViewedObject[]) => ReadObjects {
  const labelKeys = rules?.labelKeys ?? noKeys;
  const elected = new Set(candidates.map(({ leaseName }) => leaseName));
  // Rules compare LeaseCandidates with their Lease, even if the rules cannot report the Lease.
  const isKept = ({ served, object }: ViewedObject, name: string): boolean =>
    rules !== undefined && (elected.has(name) || isReportable(served.gvk.kind, object, false));
  let reportedCrashes = 0;
  return (objects) => {
    const crashes: string[] = [];
    const listed = objects.flatMap(({ served, object }) => {
      // Rules take much longer than reading, and a file can have millions of objects that do not
      // fit.
      if (!budget.hasRoom(keptText(nameOf(object).namespace))) return [];
      const viewed = { served, object: withDecodableTimes(object) };
      const found = rules?.alone(viewed, now);
      for (const crash of found?.crashes ?? []) if (++reportedCrashes <= maxCrashes) crashes.push(crash);
      const facts = toListedObject(viewed, { findings: found?.findings ?? [], isKept, labelKeys });
      return budget.admits(facts) ? [facts] : [];
    });
    return { objects: listed, crashes };
  };
}
