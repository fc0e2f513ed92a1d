import type { HubByKind, Kind, LeaseSpec } from "../core/api/coordination.ts";
import { defaultClockSkewMs } from "../policy/policy.ts";
import { leaseSpecOf, type ObservedWrite } from "../recording/observed-write.ts";
import type { RuleId } from "../rules/rule.ts";
import { changesSpec, isSameTime } from "../rules/shared/field-changes.ts";
import { apiServerUser } from "../rules/shared/identities.ts";
import { isHeld } from "../rules/shared/lease-term.ts";

export type ForeignObjection =
  | "takes over a held Lease"
  | "takes over an expired Lease"
  | "changes a Lease of another user"
  | "changes a LeaseCandidate of another user"
  | "deletes a held Lease"
  | "deletes a LeaseCandidate of another user"
  | "competes for a Lease of another user";

/**
 * The user who owns an object, by the kind and the holder identity. The owner of a Lease was the
 * first to acquire or renew the Lease with this identity. The owner of a LeaseCandidate was the
 * first to create or renew it.
 */
export type Owners = Map<string, string>;

const maxOwners = 1000;

/**
 * Returns the objections to a write of an object that only other users own. `reported` contains the
 * rules that report the write in the profile `strict`. These rules are in the result only if
 * `changesMuch` returns false for the write.
 */
export function foreignObjections(
  write: ObservedWrite,
  owners: Owners,
  reported: readonly RuleId[],
): readonly (ForeignObjection | RuleId)[] {
  const { kind, operation, oldObject, object } = write;
  const owner = oldObject && owners.get(identityOf(kind, oldObject));
  if (oldObject === undefined || owner === undefined || owner === nameOf(write)) return [];
  const old = leaseSpecOf(kind, oldObject);
  if (old === undefined) {
    if (operation === "DELETE") return ["deletes a LeaseCandidate of another user"];
    return changesMuch(write) ? ["changes a LeaseCandidate of another user"] : reported;
  }
  const isTermHeld = wasHeld(old, write);
  if (operation === "DELETE") return isTermHeld ? ["deletes a held Lease"] : [];
  const spec = leaseSpecOf(kind, object);
  if (spec === undefined) return [];
  if (isSameHolder(old, spec)) return changesMuch(write) ? ["changes a Lease of another user"] : reported;
  if (isTermHeld) return ["takes over a held Lease"];
  if (!old.holderIdentity || (old.preferredHolder && spec.holderIdentity === old.preferredHolder)) return [];
  return spec.holderIdentity ? ["takes over an expired Lease"] : ["changes a Lease of another user"];
}

/**
 * Records the user of a write without objections as the owner of the object. If the write does not
 * show the owner, or an owner is known, does nothing.
 */
export function claim(write: ObservedWrite, owners: Owners): void {
  const { kind, object } = write;
  if (object === undefined || !isOwners(write)) return;
  const identity = identityOf(kind, object);
  if (owners.size < maxOwners && !owners.has(identity)) owners.set(identity, nameOf(write));
}

/**
 * Reports whether a write shows that its user owns the object. kube-apiserver acquires Leases for
 * other clients, and a create of a Lease can restore a backup. Neither of these writes shows the
 * owner.
 */
function isOwners(write: ObservedWrite): boolean {
  const { kind, operation, object, oldObject } = write;
  if (operation === "CREATE") return kind === "LeaseCandidate";
  if (object === undefined || oldObject === undefined || isSameTime(object.spec.renewTime, oldObject.spec.renewTime))
    return false;
  const [spec, old] = [leaseSpecOf(kind, object), leaseSpecOf(kind, oldObject)];
  if (spec === undefined || old === undefined || isSameHolder(old, spec)) return true;
  return Boolean(spec.holderIdentity) && nameOf(write) !== apiServerUser;
}

/** Returns the users who own a Lease under any holder identity. */
export function leaseOwners(owners: Owners): readonly string[] {
  return [...owners].filter(([identity]) => identity.startsWith("Lease ")).map(([, user]) => user);
}

function identityOf(kind: Kind, object: HubByKind[Kind]): string {
  return `${kind} ${leaseSpecOf(kind, object)?.holderIdentity ?? ""}`;
}

function nameOf({ user }: ObservedWrite): string {
  return user?.username ?? "";
}

function isSameHolder(a: LeaseSpec, b: LeaseSpec): boolean {
  return (a.holderIdentity ?? "") === (b.holderIdentity ?? "");
}

function wasHeld(old: LeaseSpec, { time, user }: ObservedWrite): boolean {
  const context = { now: time, user: user ?? { username: "", groups: [] }, dryRun: false };
  const settings = {
    kind: "Lease",
    clockSkewMs: defaultClockSkewMs,
    administrators: { users: [], groups: [] },
    parameters: {},
  } as const;
  return isHeld(old, { ...context, ...settings });
}

/** Reports whether an update changes the spec, or adds an owner or a finalizer. */
function changesMuch(write: ObservedWrite): boolean {
  const { object, oldObject } = write;
  if (object === undefined || oldObject === undefined) return false;
  const [next, before] = [object.metadata, oldObject.metadata];
  const grows =
    next.finalizers.length > before.finalizers.length || next.ownerReferences.length > before.ownerReferences.length;
  return grows || changesObject(write);
}

/**
 * Reports whether a write changes the spec of its object. Returns true for every create. For any
 * other write, returns false if the source does not show both objects.
 */
export function changesObject({ operation, object, oldObject }: ObservedWrite): boolean {
  if (operation === "CREATE") return true;
  if (object === undefined || oldObject === undefined) return false;
  const change = {
    operation: "UPDATE",
    object: object as HubByKind["Lease"],
    oldObject: oldObject as HubByKind["Lease"],
  } as const;
  return changesSpec(change);
}
