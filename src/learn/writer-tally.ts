import type { HubByKind } from "../core/api/coordination.ts";
import { leaseSpecOf, type ObservedWrite } from "../recording/observed-write.ts";
import type { RuleId, UserInfo } from "../rules/rule.ts";
import { changesField } from "../rules/shared/field-changes.ts";
import { writerPod } from "../rules/shared/pod-names.ts";
import { changesObject, type ForeignObjection } from "./foreign-objections.ts";
import { type HolderPattern, holderPattern } from "./holder-pattern.ts";

/**
 * The reason why a write looks like an attack. A rule id means that the rule denies the write in
 * the profile `strict`.
 */
export type Objection = ForeignObjection | RuleId;

export interface ObjectionTally {
  writes: number;
  readonly first: Date;
}

export interface WriterTally {
  readonly user: UserInfo;
  readonly first: Date;
  last: Date;
  /** The number of creates and updates. */
  writes: number;
  deletes: number;
  /** True if this user sent the first write of the object that the source shows. */
  readonly isFirst: boolean;
  /** The number of creates and updates before the first objection. */
  writesBefore: number;
  /** The number of creates, and of updates that change the spec, without an objection. */
  clean: number;
  /** The number of the `clean` writes before the first objection. */
  cleanBefore: number;
  readonly objections: Map<Objection, ObjectionTally>;
  /**
   * The patterns of the holders that the user set, at most `maxHolders` patterns, and the number of
   * writes for each pattern.
   */
  readonly holders: Map<string, HolderPattern & { writes: number }>;
  /**
   * The names of the pods that write, at most `maxPods` names. The name of an unknown pod is "".
   */
  readonly pods: Set<string>;
  minSeconds: number | undefined;
  maxSeconds: number | undefined;
  /** The number of writes that set preferredHolder. */
  preferences: number;
  /** The number of LeaseCandidates that the user created, by the name of their Lease. */
  readonly candidacies: Map<string, number>;
}

/** The maximum number of pods of a user. Their number shows whether a workload has replicas. */
const maxPods = 1000;

const maxHolders = 1000;

export function newWriter(user: UserInfo, first: Date, isFirst: boolean): WriterTally {
  return {
    user,
    first,
    last: first,
    writes: 0,
    deletes: 0,
    isFirst,
    writesBefore: 0,
    clean: 0,
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

export function tallyWrite(write: ObservedWrite, writer: WriterTally, objections: readonly Objection[]): void {
  writer.last = write.time;
  for (const objection of objections) object(writer, objection, write.time);
  if (write.operation === "DELETE") {
    writer.deletes++;
    return;
  }
  writer.writes++;
  if (writer.objections.size === 0) writer.writesBefore++;
  if (objections.length === 0 && changesObject(write)) tallyClean(writer);
  if (writer.pods.size < maxPods) writer.pods.add((write.user && writerPod(write.user)?.name) ?? "");
  if (write.kind === "LeaseCandidate") tallyCandidacy(write, writer);
  else tallyLease(write, writer);
}

function tallyClean(writer: WriterTally): void {
  writer.clean++;
  if (writer.objections.size === 0) writer.cleanBefore++;
}

function object({ objections }: WriterTally, objection: Objection, time: Date): void {
  const known = objections.get(objection) ?? { writes: 0, first: time };
  known.writes++;
  objections.set(objection, known);
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
  else if (holders.size < maxHolders) holders.set(pattern.pattern, { ...pattern, writes: 1 });
}

function setsPreference({ object: written, oldObject }: ObservedWrite): boolean {
  const [after, before] = [written, oldObject] as readonly (HubByKind["Lease"] | undefined)[];
  if (after === undefined) return false;
  if (before === undefined) return true;
  return changesField({ operation: "UPDATE", object: after, oldObject: before }, "preferredHolder");
}
