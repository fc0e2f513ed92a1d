import type { Kind, LeaseCandidateSpec, LeaseSpec } from "../core/api/coordination.ts";
import { metadataOf } from "../core/api/json-object.ts";
import { apiVersionOf, type OwnerReference } from "../core/api/meta.ts";
import { minuteMs } from "../core/text/duration.ts";
import { microTimeMs, parseTime } from "../core/text/time.ts";
import { decodeOnce } from "../engine/validate/decode.ts";
import type { ViewedObject } from "../engine/validate/view.ts";
import { identityLabel } from "../rules/lease/apiserver-identity-by-apiserver.ts";
import { isNodeLease } from "../rules/shared/identities.ts";
import { termEndMs } from "../rules/shared/lease-term.ts";
import { sizeOf } from "../rules/shared/metadata-entries.ts";
import { nameOf } from "./dump.ts";
import { keptObject, keptText, sharedText } from "./kept-object.ts";
import { type SpecWriter, specWriters } from "./spec-writers.ts";
import type { StoredFinding } from "./stored-rules.ts";

/** The facts about an object that the checks read, in a form that needs little memory. */
export interface ListedObject {
  readonly apiVersion: string;
  readonly kind: Kind;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** The time of the creation. All times are in milliseconds since 1970. */
  readonly createdMs: number | undefined;
  readonly renewedMs: number | undefined;
  readonly acquiredMs: number | undefined;
  readonly pingedMs: number | undefined;
  /**
   * The holder of a Lease. The value is "" if the Lease has no holder, and for a LeaseCandidate.
   */
  readonly holder: string;
  readonly durationMs: number | undefined;
  /** The time at which the Lease expires, or undefined without a complete lease term. */
  readonly termEndMs: number | undefined;
  readonly transitions: number;
  /** The Lease that a LeaseCandidate names. The value is "" for a Lease. */
  readonly leaseName: string;
  /**
   * True if the Lease has a strategy, so that a controller, usually that of kube-apiserver, runs
   * the election.
   */
  readonly isCoordinated: boolean;
  /** True if the Lease has the label with which API servers mark their identity Leases. */
  readonly isApiServerIdentity: boolean;
  /** The owners in `metadata.ownerReferences`. */
  readonly owners: readonly Pick<OwnerReference, "apiVersion" | "kind" | "name" | "uid">[];
  /** True if a client has deleted the object, and finalizers still keep it. */
  readonly isDeleting: boolean;
  /** The size of all annotations in UTF-8, in bytes. */
  readonly annotationBytes: number;
  /** True if managedFields has entries, so that kube-apiserver records the times of updates. */
  readonly isTracked: boolean;
  /** The clients that own fields of the spec, oldest write first. */
  readonly writers: readonly SpecWriter[];
  /** The findings of the rules that need no other object. */
  readonly findings: readonly StoredFinding[];
  /**
   * False if the object does not decode. Then only its API version, kind, namespace, name, and
   * findings are known.
   */
  readonly decodes: boolean;
  /** The object, if the rules about elections can need it. */
  readonly viewed: ViewedObject | undefined;
}

/** The facts about an object that can differ between listings. */
export type Sighting = Pick<ListedObject, "resourceVersion" | "transitions" | "writers" | keyof TermFacts>;

export type TermFacts = Pick<ListedObject, "holder" | "acquiredMs" | "renewedMs" | "termEndMs">;

export interface ListedParts {
  readonly findings: readonly StoredFinding[];
  /** Reports whether the rules about elections can need an object. */
  readonly isKept: (viewed: ViewedObject, name: string) => boolean;
  readonly labelKeys: ReadonlySet<string>;
}

export function toListedObject(viewed: ViewedObject, { findings, isKept, labelKeys }: ListedParts): ListedObject {
  const { served, object } = viewed;
  const decoded = decodeOnce(served, object);
  const kind = served.gvk.kind;
  const apiVersion = apiVersionOf(served.gvk);
  const own = nameOf(object);
  if (!decoded.ok)
    return {
      ...undecoded,
      apiVersion,
      kind,
      resource: served.resource,
      findings,
      namespace: keptText(own.namespace),
      name: keptText(own.name),
    };
  const { metadata, spec } = decoded.value;
  const lease: Partial<LeaseSpec> = kind === "Lease" ? (spec as LeaseSpec) : {};
  const candidate: Partial<LeaseCandidateSpec> = kind === "Lease" ? {} : (spec as LeaseCandidateSpec);
  const isCoordinated = kind === "Lease" && Boolean(lease.strategy);
  const keep = isKept(viewed, metadata.name);
  const { holder, acquiredMs, renewedMs, termEndMs } = termFacts({ ...lease, renewTime: spec.renewTime });
  // One literal without spread syntax, because an object from several parts takes three times the
  // memory.
  return {
    apiVersion,
    kind,
    resource: served.resource,
    findings,
    namespace: keptText(metadata.namespace),
    name: keptText(metadata.name),
    uid: keptText(metadata.uid),
    resourceVersion: keptText(metadata.resourceVersion),
    createdMs: parseTime(metadata.creationTimestamp ?? "")?.getTime(),
    holder,
    acquiredMs,
    renewedMs,
    termEndMs,
    pingedMs: microTime(candidate.pingTime),
    durationMs: lease.leaseDurationSeconds === undefined ? undefined : lease.leaseDurationSeconds * 1000,
    transitions: lease.leaseTransitions ?? 0,
    leaseName: keptText(candidate.leaseName ?? ""),
    isCoordinated,
    isApiServerIdentity: metadata.labels[identityLabel] !== undefined,
    owners: metadata.ownerReferences.length === 0 ? none : ownersOf(metadata.ownerReferences),
    isDeleting: metadataOf(object)?.["deletionTimestamp"] != null,
    annotationBytes: sizeOf(metadata.annotations),
    isTracked: metadata.managedFields.length > 0,
    writers: specWriters(metadataOf(object)?.["managedFields"]),
    decodes: true,
    viewed: keep ? { served, object: keptObject(object, labelKeys) } : undefined,
  };
}

export function termFacts({
  holderIdentity = "",
  acquireTime,
  renewTime,
  leaseDurationSeconds,
}: Partial<LeaseSpec>): TermFacts {
  return {
    holder: keptText(holderIdentity),
    acquiredMs: microTime(acquireTime),
    renewedMs: microTime(renewTime),
    termEndMs: termEndMs({ holderIdentity, renewTime, leaseDurationSeconds }),
  };
}

const none: readonly never[] = [];

const undecoded = {
  uid: "",
  resourceVersion: "",
  createdMs: undefined,
  pingedMs: undefined,
  ...termFacts({}),
  durationMs: undefined,
  transitions: 0,
  leaseName: "",
  isCoordinated: false,
  isApiServerIdentity: false,
  owners: none,
  isDeleting: false,
  annotationBytes: 0,
  isTracked: false,
  writers: [],
  decodes: false,
  viewed: undefined,
};

function ownersOf(references: readonly OwnerReference[]): ListedObject["owners"] {
  return references.map(({ apiVersion, kind, name, uid }) => ({
    apiVersion: sharedText(keptText(apiVersion)),
    kind: sharedText(keptText(kind)),
    name: keptText(name),
    uid: keptText(uid),
  }));
}

function microTime(text: string | undefined): number | undefined {
  return text === undefined ? undefined : microTimeMs(text);
}

/** The number of lease terms after which a holder that has not renewed will probably not renew. */
const staleTerms = 10;

/** The shortest and the longest time after which an expired Lease counts as long expired. */
const minStaleMs = 5 * minuteMs;
export const maxStaleMs: number = 15 * minuteMs;

/**
 * Reports whether the lease term expired more than 10 lease terms, but at least five and at most 15
 * minutes ago. A holder that was only slow has renewed by then.
 */
export function isLongExpired({ termEndMs, durationMs = 0 }: ListedObject, nowMs: number): boolean {
  return (
    termEndMs !== undefined && nowMs - termEndMs > Math.min(Math.max(staleTerms * durationMs, minStaleMs), maxStaleMs)
  );
}

/** Reports whether a Lease is of an election: not the heartbeat of a node or of an API server. */
export function isOfElection(listed: Pick<ListedObject, "kind" | "namespace" | "isApiServerIdentity">): boolean {
  return listed.kind === "Lease" && !isNodeLease(listed) && !listed.isApiServerIdentity;
}
