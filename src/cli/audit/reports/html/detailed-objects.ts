import type { AuditedObject } from "../../../../audit/result.ts";
import { severities } from "../../../../field/severity.ts";

/** The maximum number of objects with an article. Browsers need seconds for a longer page. */
const maxDetailed = 1000;

/**
 * Returns the objects with a separate article, the worst first: objects with findings, and objects
 * with more than one holding period. Returns at most `maxDetailed` objects. The page lists the
 * other objects in tables.
 */
export function detailedObjects(objects: readonly AuditedObject[]): readonly AuditedObject[] {
  return objects
    .filter(({ findings, holdingPeriods }) => findings.length > 0 || holdingPeriods.length > 1)
    .toSorted((a, b) => worstOf(a) - worstOf(b))
    .slice(0, maxDetailed);
}

/** Returns the rank of the worst severity of an object. Objects without findings come last. */
function worstOf({ findings }: AuditedObject): number {
  return Math.min(...findings.map(({ severity }) => severities.indexOf(severity)), severities.length);
}
