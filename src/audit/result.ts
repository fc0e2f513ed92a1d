import type { Suppression } from "../config/config.ts";
import type { Kind } from "../core/api/coordination.ts";
import type { UnreadResource } from "../core/api/requests.ts";
import {
  countSeverities,
  type FailingFrom,
  reaches,
  type Severity,
  type SeverityCounts,
} from "../core/field/severity.ts";
import type { ClusterIdentity } from "../listing/cluster-identity.ts";
import type { StoredFinding } from "../listing/stored-rules.ts";
import type { Election } from "./election.ts";

export interface AuditFinding extends StoredFinding {
  /**
   * A shell command that removes the object only if it has not changed since the listing, or that
   * makes the API server track its managedFields.
   */
  readonly remedy?: string;
  /** True if the baseline also contains the finding, with at least this severity. */
  readonly isKnown?: true;
}

export interface SuppressedFinding extends AuditFinding {
  readonly suppression: Suppression;
}

/** The findings that a report contains. If a field is undefined, it leaves out no findings. */
export interface Selection {
  /** The only namespace whose objects the audit read. */
  readonly namespace?: string | undefined;
  /** The lowest severity. */
  readonly severity?: Severity | undefined;
  /** The ids of checks and rules. */
  readonly checks?: readonly string[] | undefined;
}

/** A finding of an earlier audit, which this audit does not have. */
export interface GoneFinding
  extends Pick<AuditFinding, "origin" | "severity" | "field" | "message">,
    Pick<AuditedObject, "kind" | "namespace" | "name"> {}

/**
 * A period in which one client held a Lease without interruption, with all renewals of the client,
 * according to the listings and recordings. With each renewal, the lease term begins again.
 */
export interface HoldingPeriod {
  readonly holder: string;
  /**
   * With a recording, the time at which the holder acquired the Lease, if this time is known.
   * Otherwise, the first renewal that the listings or recordings show.
   */
  readonly from: Date;
  /** The last renewal that the listings and recordings show. */
  readonly renewed: Date;
  /**
   * The end of the lease term after the last renewal, or the time of the release. Undefined without
   * a duration, and if a recording does not show how the holding period ended.
   */
  readonly until: Date | undefined;
  readonly isReleased?: true;
}

export interface RecordedPeriod {
  readonly from: Date;
  readonly to: Date;
  /** True if an audit log shows `get` requests. */
  readonly hasGets: boolean;
  /** True if the audit logs show the requests that audit/standby-stopped needs. */
  readonly showsRequests?: true;
}

export interface AuditedObject {
  readonly apiVersion: string;
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
  readonly holder: string | undefined;
  readonly created: Date | undefined;
  readonly renewed: Date | undefined;
  /** The least number of writes in a minute. Undefined with one listing. */
  readonly writesPerMinute?: number | undefined;
  /** The holding periods, from the oldest to the newest. */
  readonly holdingPeriods: readonly HoldingPeriod[];
  /**
   * States whether `holdingPeriods` contains all holding periods in the recordings, or only the
   * newest ones. If no recorded write shows the Lease, the value is undefined.
   */
  readonly recordedHoldingPeriods?: "all" | "newest" | undefined;
  readonly findings: readonly AuditFinding[];
  readonly suppressed?: readonly SuppressedFinding[] | undefined;
  /** The election of a Lease that is no heartbeat, and undefined for other objects. */
  readonly election?: Election | undefined;
  /** True if the object is below the minimum age, so that not all checks ran. */
  readonly isYoung: boolean;
  /** True if the object does not decode, so that neither checks nor rules ran. */
  readonly isUnchecked: boolean;
  /** True if a client has deleted the object, and finalizers still keep it. */
  readonly isDeleting: boolean;
  /** True for a Lease that does not exist, although a program should hold it. */
  readonly isMissing?: true;
}

export interface AuditResult {
  readonly cluster: ClusterIdentity;
  /** The times of the listings, from the oldest to the newest. */
  readonly readAt: readonly Date[];
  /**
   * True if the API server sent the time of the last listing. Otherwise, the time of a listing is
   * the newest time in its objects, or for the last listing the time of `--now`.
   */
  readonly isServerTime: boolean;
  /** The minimum age of `AuditSettings`, in milliseconds. */
  readonly minAgeMs: number;
  /** The ids of the rules that ran. */
  readonly rules: ReadonlySet<string>;
  /** True if the listing can contain managedFields. */
  readonly hasManagedFields: boolean;
  /** True if the listing can contain LeaseCandidates. */
  readonly hasCandidates: boolean;
  /** False if events are absent that can show the program of a Lease that no client holds. */
  readonly hasEvents: boolean;
  readonly recorded?: RecordedPeriod | undefined;
  /** All objects of the last listing, sorted by namespace, kind, and name. */
  readonly objects: readonly AuditedObject[];
  readonly unread: readonly UnreadResource[];
  /** True if an object could not be read. */
  readonly isPartial?: true;
  readonly selection?: Selection | undefined;
  /** The time of the earlier audit in `--baseline`, and its findings that are gone. */
  readonly baseline?: { readonly readAt: Date; readonly gone: readonly GoneFinding[] } | undefined;
  /** Lines about suppressions, checks, and the baseline that a person should know of. */
  readonly notes?: readonly string[] | undefined;
}

export interface AuditSummary extends SeverityCounts {
  readonly leases: number;
  readonly candidates: number;
  /** The number of objects below the minimum age. */
  readonly young: number;
  /** The number of findings that suppressions hide. */
  readonly suppressed: number;
  /** The least number of writes of all Leases in a minute. Absent with one listing. */
  readonly leaseWritesPerMinute?: number;
}

export function summarizeAudit({ objects, readAt }: AuditResult): AuditSummary {
  const leases = objects.filter(({ kind, isMissing }) => kind === "Lease" && isMissing !== true);
  return {
    leases: leases.length,
    candidates: objects.filter(({ kind }) => kind === "LeaseCandidate").length,
    ...(readAt.length > 1 && { leaseWritesPerMinute: writesIn(leases) }),
    young: objects.filter(({ isYoung }) => isYoung).length,
    suppressed: objects.reduce((sum, { suppressed = [] }) => sum + suppressed.length, 0),
    ...countSeverities(objects.flatMap(({ findings }) => findings)),
  };
}

/** Returns the least number of writes of Leases in a minute, rounded to a whole number. */
export function writesIn(leases: readonly AuditedObject[]): number {
  return Math.round(leases.reduce((sum, { writesPerMinute = 0 }) => sum + writesPerMinute, 0));
}

/** Reports whether a finding about one of the objects makes a run fail. No known finding does. */
export function hasFailed(objects: readonly Pick<AuditedObject, "findings">[], failOn: FailingFrom): boolean {
  return objects.some(({ findings }) =>
    findings.some(({ severity, isKnown }) => !isKnown && reaches(severity, failOn)),
  );
}

/** Returns the objects without the findings that the baseline also has. */
export function withoutKnown({ objects, baseline }: AuditResult): readonly AuditedObject[] {
  if (baseline === undefined) return objects;
  return objects.map((object) => {
    const findings = object.findings.filter(({ isKnown }) => !isKnown);
    return findings.length === object.findings.length ? object : { ...object, findings };
  });
}
