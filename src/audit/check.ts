import type { Severity } from "../core/field/severity.ts";
import type { Hosts } from "../listing/holder.ts";
import type { Leadership } from "../listing/leaderships.ts";
import type { ListedObject, Sighting } from "../listing/listed-object.ts";
import type { Owners, ownerResourceNames } from "../listing/owners.ts";
import type { PodElection } from "../listing/pod-elections.ts";
import type { Program } from "../listing/program.ts";
import type { candidateResource } from "../listing/read-cluster.ts";
import type { UnstartedElection } from "../listing/unstarted.ts";
import type { KnownRuleId } from "../rules/index.ts";
import type { ElectionState } from "./election.ts";
import type { LeaseRequests } from "./lease-requests.ts";

/** An audit log with the `get` requests to all API servers. */
export const auditLog = "an audit log";

/** Without --show-managed-fields, the output of kubectl contains none. */
export const managedFields = "metadata.managedFields";

/** The data that a check needs in addition to one list of the Leases and LeaseCandidates. */
export type AuditNeed =
  | ("pods" | "nodes" | "a second listing")
  | (typeof candidateResource | typeof auditLog | typeof managedFields | (typeof ownerResourceNames)[number]);

export interface StateFinding {
  /** The path of the field, or "" for the whole object. */
  readonly field: string;
  readonly message: string;
  /** The severity, if it differs from that of the check. */
  readonly severity?: Severity;
  /** True if no client uses the object, so that an operator can delete it. */
  readonly isStale?: true;
  /** True if a server-side apply without fields fixes the problem. */
  readonly isUntracked?: true;
}

/** An object in one listing, and the time of the listing in milliseconds since 1970. */
export interface Observation {
  readonly listed: Sighting;
  readonly readAtMs: number;
  readonly isServerTime: boolean;
}

/** An object of the last listing, and the same object in all listings, oldest first. */
export interface Subject {
  readonly listed: ListedObject;
  /** The time of the last listing in milliseconds since 1970. */
  readonly nowMs: number;
  readonly seen: readonly Observation[];
}

/** The facts about a cluster. If the audit did not read a resource, it is undefined. */
export interface AuditFacts extends Hosts {
  /** The largest difference between two clocks, in milliseconds, that is not a finding. */
  readonly clockSkewMs: number;
  /** The retry period of the clients in milliseconds, if it is known. */
  readonly retryMs: number | undefined;
  /**
   * Reports whether the holder of an expired Lease renews again, because it began to lead after the
   * lease term.
   */
  readonly hasResumed: (listed: ListedObject) => boolean;
  /** Returns the last leaderships of a Lease that no client holds, newest first. */
  readonly leadershipsOf: (listed: ListedObject) => readonly Leadership[];
  /** Returns the time of the last renewal of any Lease before the listing, in milliseconds. */
  readonly lastRenewalMs: () => number;
  /** Returns the elections of ready pods with this Lease, according to the program table. */
  readonly electionsOf: (lease: Pick<ListedObject, "namespace" | "name">) => readonly PodElection[];
  /** Returns an election with this Lease that never started. */
  readonly unstartedOf: (lease: Pick<ListedObject, "namespace" | "name">) => UnstartedElection | undefined;
  /** Returns the program of a Lease that has running pods. */
  readonly programOf: (listed: ListedObject) => Program | undefined;
  /** Returns the unexpired Leases of elections that pods of a workload, NAMESPACE/NAME, hold. */
  readonly heldBy: (workload: string) => readonly ListedObject[];
  /**
   * Returns the LeaseCandidates that name a Lease, or undefined if the listing can lack
   * LeaseCandidates.
   */
  readonly candidatesOf: (lease: ListedObject) => readonly ListedObject[] | undefined;
  /** The requests in audit logs. The value is undefined if requests can be absent. */
  readonly requests: LeaseRequests | undefined;
  /** The workloads that own Leases, in the same namespace. */
  readonly owners: Owners;
  /** Returns the Leases with a holder and the same name in other namespaces. */
  readonly namesakesOf: (listed: ListedObject) => readonly ListedObject[];
}

export interface AuditCheck {
  /** The name of the check, and of its page in `docs/checks`. */
  readonly id: `audit/${string}`;
  readonly severity: Severity;
  /** A sentence with "must" that describes the requirement. */
  readonly description: string;
  readonly kind: ListedObject["kind"];
  readonly needs: readonly AuditNeed[];
  /** The data with which the check finds more. The events are those about elections. */
  readonly uses?: readonly ("events" | typeof managedFields)[];
  /** True if the check also reports objects below the minimum age, which no start explains. */
  readonly isAgeless?: true;
  /** The state of an election about which this check has a finding. */
  readonly state?: ElectionState;
  /**
   * The ids of the checks and rules that report less about the same object. If this check has a
   * finding, the audit leaves out the findings of these checks, and the findings of these rules
   * about the same field.
   */
  readonly replaces?: readonly (AuditCheck["id"] | KnownRuleId)[];
  /** Returns the finding about an object, or undefined. */
  readonly check: (subject: Subject, facts: AuditFacts) => StateFinding | undefined;
}
