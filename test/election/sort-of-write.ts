import type { Write } from "./api-server.ts";

/** The role of a write in an election. */
export type SortOfWrite =
  | "create"
  | "delete"
  | "renewal"
  | "take-over"
  | "release"
  | "acquisition"
  | "hand-over"
  | "preference"
  | "ping"
  | "candidacy"
  | "other";

/**
 * Returns the sort of a write. An "acquisition" sets a holder on a Lease without a holder. A
 * "hand-over" is a takeover by the client in preferredHolder. A "release" removes the holder, or
 * keeps the holder and shortens the duration to one second, as fabric8 does.
 */
export function sortOfWrite({ kind, change }: Write): SortOfWrite {
  if (change.operation === "CREATE") return kind === "Lease" ? "create" : "candidacy";
  if (change.operation === "DELETE") return "delete";
  const [old, spec] = [change.oldObject.spec, change.object.spec];
  if (kind === "LeaseCandidate") return old.pingTime === spec.pingTime ? "candidacy" : "ping";
  if (old.holderIdentity && !spec.holderIdentity) return "release";
  if (!old.holderIdentity && spec.holderIdentity) return "acquisition";
  if (old.holderIdentity !== spec.holderIdentity)
    return old.preferredHolder === spec.holderIdentity ? "hand-over" : "take-over";
  if (spec.leaseDurationSeconds === 1 && (old.leaseDurationSeconds ?? 0) > 1) return "release";
  if (spec.preferredHolder && old.preferredHolder !== spec.preferredHolder) return "preference";
  return spec.holderIdentity && old.renewTime !== spec.renewTime ? "renewal" : "other";
}
