import type { HubByKind, LeaseSpec } from "../api/coordination.ts";
import { defaultClockSkewMs } from "../policy/policy.ts";
import type { RuleId, UserInfo } from "../rules/rule.ts";
import { changesField, changesSpec } from "../rules/shared/field-changes.ts";
import { isHeld } from "../rules/shared/lease-term.ts";
import { writerPod } from "../rules/shared/pod-names.ts";
import { type HolderPattern, holderPattern } from "./holder-pattern.ts";
import { leaseSpecOf, type ObservedWrite } from "./observed-write.ts";

/**
 * The reason why a write looks like an attack. A rule id means that the rule denies the write in
 * the profile `strict`.
 */
export type Objection = "takes over a held Lease" | "changes a Lease of another user" | "deletes a held Lease" | RuleId;

/** The number of writes with an objection, and the time of the first one. */
export interface ObjectionTally {
  writes: number;
  readonly first: Date;
}

/** What one user wrote to one object. */
export interface WriterTally {
  readonly user: UserInfo;
  /** The number of creates and updates. */
  writes: number;
  creates: number;
  deletes: number;
  /** True if this user sent the first write of the object that the source shows. */
  readonly isFirst: boolean;
  /** The number of creates and updates before the first objection. */
  cleanBefore: number;
  readonly objections: Map<Objection, ObjectionTally>;
  /** The patterns of the holders that the user set, and the number of writes for each pattern. */
  readonly holders: Map<string, HolderPattern & { writes: number }>;
  /**
   * The names of the pods that write, at most `maxPods` names. The name of an unknown pod is "".
   */
  readonly pods: Set<string>;
  minSeconds: number | undefined;
  maxSeconds: number | undefined;
  /** The number of writes that set preferredHolder. */
  preferences: number;
  /** The number of candidates that the user created, by the name of their Lease. */
  readonly candidacies: Map<string, number>;
}

const maxPods = 1000;

/** Returns an empty tally for a user. */
export function newWriter(user: UserInfo, isFirst: boolean): WriterTally {
  return {
    user,
    writes: 0,
    creates: 0,
    deletes: 0,
    isFirst,
    cleanBefore: 0,
    objections: new Map(),
    holders: new Map(),
    pods: new Set(),
    minSeconds: undefined,
    maxSeconds: undefined,
    preferences: 0,
    candidacies: new Map(),
  };
}

/** For each holder identity, the users who wrote a Lease with it. */
export type HolderUsers = Map<string, Set<string>>;

/** Adds a write to the tally of its user. `denied` contains the rules that deny it in `strict`. */
export function tallyWrite(write: ObservedWrite, writer: WriterTally, users: HolderUsers, denied: readonly RuleId[]): void {
  const objections = [...foreignObjections(write, writer, users), ...denied];
  for (const objection of objections) object(writer, objection, write.time);
  if (write.operation === "DELETE") {
    writer.deletes++;
    return;
  }
  writer.writes++;
  if (write.operation === "CREATE") writer.creates++;
  if (writer.objections.size === 0) writer.cleanBefore++;
  if (writer.pods.size < maxPods) writer.pods.add((write.user && writerPod(write.user)?.name) ?? "");
  if (write.kind === "LeaseCandidate") tallyCandidacy(write, writer);
  else tallyLease(write, writer);
  if (objections.length === 0) claim(write, writer, users);
}

function object({ objections }: WriterTally, objection: Objection, time: Date): void {
  const known = objections.get(objection) ?? { writes: 0, first: time };
  known.writes++;
  objections.set(objection, known);
}

/** Records that processes of the user use the holder identity. */
function claim({ kind, object: written }: ObservedWrite, { user }: WriterTally, users: HolderUsers): void {
  const holder = leaseSpecOf(kind, written)?.holderIdentity;
  if (!holder || (users.size >= maxPods && !users.has(holder))) return;
  users.set(holder, (users.get(holder) ?? new Set()).add(user.username));
}

/**
 * Returns the objections to a write that changes a Lease whose holder identity only other users
 * wrote.
 */
function foreignObjections(write: ObservedWrite, { user }: WriterTally, users: HolderUsers): readonly Objection[] {
  const old = leaseSpecOf(write.kind, write.oldObject);
  const owners = users.get(old?.holderIdentity ?? "");
  if (old === undefined || owners === undefined || owners.has(user.username)) return [];
  const isLive = isLiveTerm(old, write);
  if (write.operation === "DELETE") return isLive ? ["deletes a held Lease"] : [];
  const spec = leaseSpecOf(write.kind, write.object);
  if (spec === undefined || (old.preferredHolder && spec.holderIdentity === old.preferredHolder)) return [];
  if (isLive && spec.holderIdentity !== old.holderIdentity) return ["takes over a held Lease"];
  return changesMuch(write) ? ["changes a Lease of another user"] : [];
}

function isLiveTerm(old: LeaseSpec, { time, user }: ObservedWrite): boolean {
  const context = { now: time, user: user ?? { username: "", groups: [] }, dryRun: false };
  const settings = { kind: "Lease", clockSkewMs: defaultClockSkewMs, administrators: { users: [], groups: [] }, parameters: {} } as const;
  return isHeld(old, { ...context, ...settings });
}

/** Reports whether an update changes the spec, or adds an owner or a finalizer. */
function changesMuch({ object: written, oldObject }: ObservedWrite): boolean {
  if (written === undefined || oldObject === undefined) return false;
  const change = { operation: "UPDATE", object: written as HubByKind["Lease"], oldObject: oldObject as HubByKind["Lease"] } as const;
  const [next, before] = [written.metadata, oldObject.metadata];
  const grows = next.finalizers.length > before.finalizers.length || next.ownerReferences.length > before.ownerReferences.length;
  return grows || changesSpec(change);
}

function tallyCandidacy({ operation, object: written }: ObservedWrite, { candidacies }: WriterTally): void {
  const leaseName = (written as HubByKind["LeaseCandidate"] | undefined)?.spec.leaseName;
  if (operation === "CREATE" && leaseName) candidacies.set(leaseName, (candidacies.get(leaseName) ?? 0) + 1);
}

function tallyLease(write: ObservedWrite, writer: WriterTally): void {
  const spec = leaseSpecOf(write.kind, write.object);
  if (spec === undefined) return;
  const { holderIdentity: holder, leaseDurationSeconds: seconds, preferredHolder } = spec;
  if (holder) tallyHolder(holder, writer, write.user);
  if (holder && seconds !== undefined) writer.minSeconds = Math.min(writer.minSeconds ?? seconds, seconds);
  if (seconds !== undefined) writer.maxSeconds = Math.max(writer.maxSeconds ?? seconds, seconds);
  if (preferredHolder && setsPreference(write)) writer.preferences++;
}

function tallyHolder(holder: string, { holders }: WriterTally, user: UserInfo | undefined): void {
  const pattern = holderPattern(holder, user && writerPod(user));
  const known = holders.get(pattern.pattern);
  if (known !== undefined) known.writes++;
  else if (holders.size < maxPods) holders.set(pattern.pattern, { ...pattern, writes: 1 });
}

function setsPreference({ object: written, oldObject }: ObservedWrite): boolean {
  const [after, before] = [written, oldObject] as readonly (HubByKind["Lease"] | undefined)[];
  if (after === undefined) return false;
  if (before === undefined) return true;
  return changesField({ operation: "UPDATE", object: after, oldObject: before }, "preferredHolder");
}
