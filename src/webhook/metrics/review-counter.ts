import type { AdmissionRequest } from "../../core/api/admission.ts";
import { servedVersions } from "../../core/api/served-versions.ts";
import { type Reply, statusOf } from "../../engine/review/respond.ts";
import { denialCodes } from "../../engine/validate/verdict.ts";
import { changeOperations } from "../../rules/rule.ts";

const validated: readonly string[] = changeOperations;
const operations = [...validated, "CONNECT", "other"];
const resources = [...new Set(servedVersions.map(({ resource }) => resource)), "other"];

/**
 * Status codes that every operation can have: 200 for an allowed review, and 400 for a review that
 * lease-guard rejects. A CONNECT is never denied.
 */
const codes: readonly Reply["httpStatus"][] = [200, 400];

export const reviewLabels = ["operation", "resource", "allowed", "code", "dry_run"] as const;

export interface ReviewSeries {
  readonly labels: Readonly<Record<(typeof reviewLabels)[number], string>>;
  count: number;
}

/**
 * Counts reviews with plain numbers in a fixed set of series. The code must be fast, because it
 * runs for every review.
 */
export class ReviewCounter {
  readonly #series: ReadonlyMap<number, ReviewSeries> = allSeries();

  count(reply: Reply): void {
    const { request } = reply;
    const code = statusOf(reply)?.code ?? 200;
    const key = seriesKey(request?.operation ?? "other", resourceLabel(request), code, request?.dryRun ?? false);
    const series = this.#series.get(key);
    if (series !== undefined) series.count++;
  }

  series(): Iterable<ReviewSeries> {
    return this.#series.values();
  }
}

function allSeries(): ReadonlyMap<number, ReviewSeries> {
  const series = operations.flatMap((operation) =>
    resources.flatMap((resource) =>
      [...codes, ...(validated.includes(operation) ? Object.values(denialCodes) : [])].flatMap((code) =>
        [false, true].map((dryRun): [number, ReviewSeries] => [
          seriesKey(operation, resource, code, dryRun),
          {
            labels: { operation, resource, allowed: String(code === 200), code: String(code), dry_run: String(dryRun) },
            count: 0,
          },
        ]),
      ),
    ),
  );
  return new Map(series);
}

/**
 * Returns the key of a series as a number, because building and hashing a string for each request
 * takes longer. Codes are below 1000. The key is negative for an operation without series.
 */
function seriesKey(operation: string, resource: string, code: number, dryRun: boolean): number {
  return (
    ((operations.indexOf(operation) * resources.length + resources.indexOf(resource)) * 1000 + code) * 2 +
    Number(dryRun)
  );
}

function resourceLabel(request: AdmissionRequest | undefined): string {
  const { group, resource } = request?.resource ?? {};
  return (
    servedVersions.find((served) => served.gvk.group === group && served.resource === resource)?.resource ?? "other"
  );
}
