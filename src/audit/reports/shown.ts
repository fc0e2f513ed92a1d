import { unreadLine } from "../../core/api/requests.ts";
import type { ObjectReference } from "../../core/field/object-reference.ts";
import { countSeverities, type Severity, worstFirst } from "../../core/field/severity.ts";
import { ageText } from "../../core/text/duration.ts";
import { pluralize } from "../../core/text/join-words.ts";
import { isoSecond } from "../../core/text/time.ts";
import { groupBy } from "../../report/group-by.ts";
import { ifAny, summaryLine } from "../../report/text-blocks.ts";
import { isExpiredAt } from "../../rules/shared/candidate-life.ts";
import { isUnexpiredAt } from "../../rules/shared/lease-term.ts";
import { checks } from "../checks.ts";
import type { ElectionState } from "../election.ts";
import { possibleChecks } from "../possible-checks.ts";
import { type AuditedObject, type AuditResult, summarizeAudit, withoutKnown } from "../result.ts";

/** Returns the time of the last listing, or the Unix epoch if there is none. */
export function lastReadAt({ readAt }: AuditResult): Date {
  return readAt.at(-1) ?? new Date(0);
}

export function shownObjects(
  { objects }: Pick<AuditResult, "objects">,
  all: boolean | undefined,
): readonly AuditedObject[] {
  return all ? objects : objects.filter(({ findings }) => findings.length > 0);
}

/** Returns the kind and the name of an object, such as `lease/controller`. */
export function kindAndName({ kind, name }: Pick<ObjectReference, "kind" | "name">): string {
  return `${kind.toLowerCase()}/${name}`;
}

/** The state of an object: of an election, a heartbeat, or a LeaseCandidate. */
export type ObjectState = ElectionState | "renewed" | "expired" | "live";

/**
 * Returns the state of the election of a Lease, `renewed`, `expired`, or `not known` for a
 * heartbeat, and `live` or `expired` for a LeaseCandidate. Returns `terminating` for each object
 * that a client has deleted.
 */
export function stateOf(object: AuditedObject, at: Date): ObjectState {
  const { kind, election, holder, renewed, holdingPeriods, isDeleting } = object;
  if (election !== undefined) return election.state;
  if (isDeleting) return "terminating";
  if (kind === "LeaseCandidate") return isExpiredAt(renewed?.getTime(), at.getTime()) ? "expired" : "live";
  const last = holdingPeriods.at(-1);
  const until = renewed === undefined || last?.holder !== holder ? undefined : last?.until;
  if (until === undefined) return "not known";
  return isUnexpiredAt(until.getTime(), at.getTime()) ? "renewed" : "expired";
}

/**
 * Returns a string such as `5m ago`, or `in 5m` for a time that is more than a second later than
 * `at`. Returns `-` if there is no time.
 */
export function agoText(time: Date | undefined, at: Date): string {
  if (time === undefined) return "-";
  const age = at.getTime() - time.getTime();
  return age < -1000 ? `in ${ageText(-age)}` : `${ageText(age)} ago`;
}

export interface LeftOut {
  readonly check: string;
  readonly needs: readonly string[];
}

export function leftOutChecks(result: AuditResult): readonly LeftOut[] {
  const ran = new Set(possibleChecks(result).map(({ id }) => id));
  return checks.filter(({ id }) => !ran.has(id)).map(({ id, needs }) => ({ check: id, needs }));
}

/** Returns a line such as `200 Leases: 3 errors, 2 warnings`. */
export function scoreText(result: AuditResult): string {
  const { leases, candidates, young, suppressed, leaseWritesPerMinute: writes } = summarizeAudit(result);
  const { baseline } = result;
  const shown = withoutKnown(result).flatMap(({ findings }) => findings);
  const { errors, warnings, infos } = countSeverities(shown);
  const known = result.objects.reduce((sum, { findings }) => sum + findings.length, 0) - shown.length;
  const one = (severity: string): string => (baseline === undefined ? severity : `new ${severity}`);
  const objects = [
    pluralize(leases, "Lease"),
    ...(candidates === 0 ? [] : [pluralize(candidates, "LeaseCandidate")]),
  ].join(", ");
  return summaryLine(objects, [
    pluralize(errors, one("error")),
    pluralize(warnings, one("warning")),
    infos === 0 ? "" : pluralize(infos, one("info")),
    ifAny(known, "known"),
    baseline === undefined ? "" : `${baseline.gone.length} gone since ${isoSecond(baseline.readAt)}`,
    ifAny(suppressed, "suppressed"),
    writes ? `at least ${pluralize(writes, "write")} of Leases a minute` : "",
    young === 0 ? "" : `${young} not fully checked (younger than ${ageText(result.minAgeMs)})`,
  ]);
}

/**
 * Returns a line for each resource that the audit did not read, with the checks that need the
 * resource, and the notes. Leaves out the lines that are among `errors`.
 */
export function noteLines(result: AuditResult, errors: readonly string[] = []): readonly string[] {
  const leftOut = leftOutChecks(result);
  const lines = result.unread.map((unread) => {
    const without = leftOut.filter(({ needs }) => needs.includes(unread.resource)).map(({ check }) => check);
    return `${unreadLine(unread)}${without.length === 0 ? "" : ` (left out: ${without.join(", ")})`}`;
  });
  return [...lines.filter((line) => !errors.includes(line)), ...(result.notes ?? []).map((note) => `warning: ${note}`)];
}

/** The number of findings of a check or rule with one severity. */
export interface FindingCount {
  readonly origin: string;
  readonly severity: Severity;
  readonly count: number;
}

/**
 * Counts the findings by check or rule, and by severity. The worst severity comes first, and then
 * the highest count.
 */
export function findingCounts(objects: readonly Pick<AuditedObject, "findings">[]): readonly FindingCount[] {
  const counts = new Map<string, FindingCount>();
  for (const { findings } of objects)
    for (const { origin, severity } of findings) {
      const key = `${severity} ${origin}`;
      counts.set(key, { origin, severity, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  return worstFirst([...counts.values()].toSorted((a, b) => b.count - a.count));
}

/** The number of objects that a report names in one line. */
const maxNames = 5;

export function firstNames(objects: readonly ObjectReference[]): readonly string[] {
  return objects.slice(0, maxNames).map((object) => `${object.namespace}/${kindAndName(object)}`);
}

/** Returns a line for each check or rule with findings of the baseline that are gone. */
export function goneLines({ baseline }: AuditResult): readonly string[] {
  if (baseline === undefined) return [];
  const groups = groupBy(baseline.gone, ({ severity, origin }) => `${severity} ${origin}`);
  return [...groups].map(([check, gone]) => {
    const names = firstNames(gone);
    const more = gone.length - names.length;
    return `gone since ${isoSecond(baseline.readAt)}: ${check}: ${names.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
  });
}
