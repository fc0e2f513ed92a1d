import { unreadLine } from "../../core/api/requests.ts";
import { ageText } from "../../core/text/duration.ts";
import { pluralize } from "../../core/text/join-words.ts";
import { summaryLine } from "../../report/text-blocks.ts";
import { isExpiredAt } from "../../rules/shared/candidate-life.ts";
import { isUnexpiredAt } from "../../rules/shared/lease-term.ts";
import { checks } from "../checks.ts";
import type { ElectionState } from "../election.ts";
import { possibleChecks } from "../possible-checks.ts";
import { type AuditedObject, type AuditResult, type AuditSummary, summarizeAudit } from "../result.ts";

/** Returns the time of the last listing, or the Unix epoch if there is none. */
export function lastReadAt({ readAt }: AuditResult): Date {
  return readAt.at(-1) ?? new Date(0);
}

export function shownObjects({ objects }: AuditResult, all: boolean | undefined): readonly AuditedObject[] {
  return all ? objects : objects.filter(({ findings }) => findings.length > 0);
}

/** Returns the kind and the name of an object, such as `lease/controller`. */
export function kindAndName({ kind, name }: AuditedObject): string {
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
  const {
    leases,
    candidates,
    young,
    leaseWritesPerMinute: writes,
    errors,
    warnings,
    infos,
  }: AuditSummary = summarizeAudit(result);
  const objects = [
    pluralize(leases, "Lease"),
    ...(candidates === 0 ? [] : [pluralize(candidates, "LeaseCandidate")]),
  ].join(", ");
  return summaryLine(objects, [
    pluralize(errors, "error"),
    pluralize(warnings, "warning"),
    infos === 0 ? "" : pluralize(infos, "info"),
    writes ? `at least ${pluralize(writes, "write")} of Leases a minute` : "",
    young === 0 ? "" : `${young} not fully checked (younger than ${ageText(result.minAgeMs)})`,
  ]);
}

/**
 * Returns a line for each resource that the audit did not read, with the checks that need the
 * resource. Leaves out the lines that are among `errors`.
 */
export function unreadLines(result: AuditResult, errors: readonly string[] = []): readonly string[] {
  const leftOut = leftOutChecks(result);
  const lines = result.unread.map((unread) => {
    const without = leftOut.filter(({ needs }) => needs.includes(unread.resource)).map(({ check }) => check);
    return `${unreadLine(unread)}${without.length === 0 ? "" : ` (left out: ${without.join(", ")})`}`;
  });
  return lines.filter((line) => !errors.includes(line));
}
