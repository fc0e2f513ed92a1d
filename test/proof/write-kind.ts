import { isSameRecord, type ModelLease, type ModelName, type PresentLease } from "./model-lease.ts";
import type { Setup } from "./setup.ts";

type Limits = Pick<Setup, "policy" | "timing">;

/**
 * Returns what a write of the sibling does, without its exact values. Counter-examples with the same
 * kinds of writes are one class.
 */
export function kindOf(lease: ModelLease, old: ModelLease, limits: Limits): string {
  if (lease === undefined || (lease.deleting && !old?.deleting)) return `deletes ${shownLease(old, limits)}`;
  return `${actionOf(lease, old, limits)}${detailsOf(lease, old, limits)}`;
}

/** The part of `kindOf` if the write sets a renewTime beyond the clock skew allowance. */
export const datedAhead = ", dated ahead";

const clients: Readonly<Record<ModelName, string>> = {
  "": "no holder",
  s: "itself",
  a: "a pod",
  b: "a pod",
  free: "an unknown holder",
};

function actionOf(lease: PresentLease, old: ModelLease, limits: Limits): string {
  const holder = lease.holder ?? "";
  if (old === undefined)
    return holder === "" ? "creates a Lease without a holder" : `creates a Lease for ${clients[holder]}`;
  const shown = shownLease(old, limits);
  if (isSameRecord(lease, old)) return `changes the metadata of ${shown}`;
  if ((old.holder ?? "") === holder) return `changes ${shown}`;
  if (holder === "") return `releases ${shown}`;
  return holder === "s" ? `takes ${shown}` : `gives ${shown} to ${clients[holder]}`;
}

function shownLease(lease: ModelLease, { policy: { clockSkewMs } }: Limits): string {
  if (!lease?.holder) return "a free Lease";
  const { holder, renewed, duration } = lease;
  const whose = {
    s: "its own Lease",
    a: "the Lease of a pod",
    b: "the Lease of a pod",
    free: "the Lease of an unknown holder",
  }[holder];
  if (renewed === undefined || duration === undefined) return `${whose} without a term`;
  const end = renewed + duration * 1000;
  if (end < 0) return `${whose} after its term`;
  if (renewed > clockSkewMs) return `${whose} with a future renewTime`;
  return Math.floor(end / 1000) * 1000 <= clockSkewMs ? `${whose} in its last seconds` : `${whose} in its term`;
}

function detailsOf(lease: PresentLease, old: ModelLease, { policy, timing }: Limits): string {
  const { holder, duration = 0, renewed = 0, transitions = 0, owned, finalizer, labels, filled } = lease;
  const isHeld = Boolean(holder) && (old === undefined || !isSameRecord(lease, old));
  const isRenewed = old === undefined || old.holder !== holder || old.renewed !== renewed;
  return [
    isHeld && duration === 0 && "without a duration",
    isHeld && duration > 0 && duration < timing.leaseDuration && "with a short duration",
    isHeld && duration > timing.leaseDuration && "with a long duration",
    isHeld && !isRenewed && duration !== old.duration && "without a renewal",
    renewed > policy.clockSkewMs && renewed !== old?.renewed && datedAhead.slice(2),
    transitions > 2 ** 30 && "with the largest count of transitions",
    owned && !old?.owned && "with an owner that does not exist",
    finalizer && !old?.finalizer && "with a finalizer",
    labels > 1000 && "with 1,001 labels",
    filled !== undefined && filled !== old?.filled && `with ${filled}`,
  ]
    .filter((detail) => detail !== false)
    .map((detail) => `, ${detail}`)
    .join("");
}
