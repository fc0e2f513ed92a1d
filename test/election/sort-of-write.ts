import { milliseconds, type Spec } from "./api-object.ts";
import type { Write } from "./api-server.ts";

/** The role of a write in an election. */
export type SortOfWrite =
  | "create"
  | "delete"
  | "renewal"
  | "late renewal"
  | "take-over"
  | "release"
  | "late release"
  | "acquisition"
  | "hand-over"
  | "preference"
  | "ping"
  | "candidacy"
  | "other";

/**
 * Returns the sort of a write. An "acquisition" sets a holder on a Lease without a holder. A
 * "hand-over" is a takeover by the client in preferredHolder. A "release" removes the holder, or
 * keeps the holder and shortens the duration to one second, as fabric8 does. A renewal or a release
 * is "late" if the lease term of the holder has expired.
 */
export function sortOfWrite({ kind, change, now }: Write): SortOfWrite {
  if (change.operation === "CREATE") return kind === "Lease" ? "create" : "candidacy";
  if (change.operation === "DELETE") return "delete";
  const [old, spec] = [change.oldObject.spec, change.object.spec];
  if (kind === "LeaseCandidate") return old.pingTime === spec.pingTime ? "candidacy" : "ping";
  if (old.holderIdentity && !spec.holderIdentity) return hasExpired(old, now) ? "late release" : "release";
  if (!old.holderIdentity && spec.holderIdentity) return "acquisition";
  if (old.holderIdentity !== spec.holderIdentity)
    return old.preferredHolder === spec.holderIdentity ? "hand-over" : "take-over";
  if (spec.leaseDurationSeconds === 1 && (old.leaseDurationSeconds ?? 0) > 1) return "release";
  if (spec.preferredHolder && old.preferredHolder !== spec.preferredHolder) return "preference";
  if (!spec.holderIdentity || old.renewTime === spec.renewTime) return "other";
  return hasExpired(old, now) ? "late renewal" : "renewal";
}

function hasExpired({ renewTime, leaseDurationSeconds }: Spec, now: number): boolean {
  return milliseconds(renewTime) + (leaseDurationSeconds ?? 0) * 1000 < now;
}
