import type { RecordedWrite } from "../../src/audit/lease-history.ts";
import type { AuditResult } from "../../src/audit/result.ts";
import type { HubByKind } from "../../src/core/api/coordination.ts";
import { textAt } from "../../src/core/api/fields.ts";
import { reviewedWrite } from "../../src/recording/from-review.ts";
import type { ObservedWrite } from "../../src/recording/observed-write.ts";
import { groupBy } from "../../src/report/group-by.ts";
import { type RecordedReview, recordedReviews } from "../fixtures/recorded-reviews.ts";
import { auditScene } from "./audit-scene.ts";
import { isPlainRenewal } from "./plain-renewal.ts";

/** A Lease of a real election: its last known state, and the recorded writes until this state. */
export interface RecordedElection {
  readonly title: string;
  readonly lease: object;
  readonly writes: readonly RecordedWrite[];
  /** The writes that kube-apiserver sends with the match condition of the base manifests. */
  readonly sent: readonly RecordedWrite[];
}

/** Returns the Leases with at least two holders in the recorded reviews of real clients. */
export function recordedElections(): readonly RecordedElection[] {
  const byLease = groupBy(recordedReviews.filter(isLease), ({ file, review: { request } }) => {
    const [name, uid] = ["name", "uid"].map((field) => metadataText(request.object ?? request.oldObject, field));
    return `${file} ${name} ${uid?.slice(0, 8)}`;
  });
  return [...byLease].flatMap(([title, reviews]) => {
    const holders = new Set(
      reviews.flatMap(({ review: { request } }) => [request.object, request.oldObject].flatMap(holderOf)),
    );
    return holders.size < 2 ? [] : [electionOf(title, reviews)];
  });
}

/** Audits the Lease of an election after its last write. */
export function auditElection(
  { lease, writes }: RecordedElection,
  recorded: readonly RecordedWrite[] = writes,
): AuditResult {
  const { result } = auditScene({ objects: [lease], writes: recorded });
  return { ...result, readAt: [new Date(Math.max(...writes.map(({ time }) => time.getTime())))] };
}

type RawObject = RecordedReview["review"]["request"]["object"];

function metadataText(object: RawObject, field: string): string {
  return textAt(object, "metadata", field);
}

function holderOf(object: RawObject): readonly string[] {
  const { holderIdentity } = (object?.spec ?? {}) as { readonly holderIdentity?: string };
  return holderIdentity ? [holderIdentity] : [];
}

function isLease({ review: { request } }: RecordedReview): boolean {
  return request.kind.kind === "Lease";
}

function electionOf(title: string, reviews: readonly RecordedReview[]): RecordedElection {
  const observed = reviews.map((each) => ({ write: writeOf(each), isSent: !isPlainRenewal(changeOf(each)) }));
  return {
    title,
    lease: lastState(reviews.at(-1)),
    writes: observed.map(({ write }) => write),
    sent: observed.flatMap(({ write, isSent }) => (isSent ? [write] : [])),
  };
}

function changeOf({ review: { request } }: RecordedReview): Parameters<typeof isPlainRenewal>[0] {
  return { operation: request.operation, object: request.object, oldObject: request.oldObject } as Parameters<
    typeof isPlainRenewal
  >[0];
}

function writeOf({ review, at }: RecordedReview): RecordedWrite {
  const read = reviewedWrite(new TextEncoder().encode(JSON.stringify(review)), at);
  if (!read.ok || read.value === undefined) throw new RangeError("must be a review of a Lease");
  const { object, oldObject, ...write }: ObservedWrite = read.value;
  return {
    ...write,
    object: object as HubByKind["Lease"] | undefined,
    oldObject: oldObject as HubByKind["Lease"] | undefined,
  };
}

/**
 * Returns the last known state of the object of a review. After a create or an update, the
 * resourceVersion is one higher than in the review, which contains the version before the write.
 */
function lastState(last: RecordedReview | undefined): object {
  const { object, oldObject } = last?.review.request ?? { object: null, oldObject: null };
  const state = object ?? oldObject;
  const version = Number(metadataText(state, "resourceVersion")) + (object === null ? 0 : 1);
  return { ...state, metadata: { ...state?.metadata, resourceVersion: String(version) } };
}
