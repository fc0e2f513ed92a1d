import { type ApiObject, microTime, newObject, type Ref, type Spec } from "./api-object.ts";
import type { Answer, Request } from "./api-server.ts";
import { type Client, type Clock, nothing, type Turn } from "./client.ts";

/** The configuration that all leader-election clients share. */
export interface ElectorConfig {
  readonly lease: Ref;
  readonly identity: string;
  readonly leaseDurationSeconds: number;
}

/** client-go's `resourcelock.LeaderElectionRecord`. The value null is Go's zero time. */
export interface ElectionRecord {
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  readonly acquireTime: string | null;
  readonly renewTime: string | null;
  readonly leaseTransitions: number;
  readonly strategy: string;
  readonly preferredHolder: string;
}

/**
 * The state of client-go's LeaderElector and LeaseLock, with the functions that read and write the
 * Lease.
 */
export interface ElectorState {
  readonly record: () => ElectionRecord;
  readonly isLeader: () => boolean;
  /**
   * Reports whether the lease term that the client observed last has not yet expired. The term
   * starts at the time of the observation, because clients do not compare their wall clocks.
   */
  readonly isValid: (now: number) => boolean;
  readonly read: () => Generator<Request, ElectionRecord | Answer["code"], Answer>;
  /**
   * Stores a record that the client has read, and the time of the observation. Does nothing if the
   * record equals the last one. Compares times by the second, as in the JSON of the record.
   */
  readonly observe: (record: ElectionRecord) => void;
  readonly write: (record: ElectionRecord, create?: boolean) => Generator<Request, boolean, Answer>;
}

export const unobserved: ElectionRecord = recordOf({});

/**
 * Returns a client that works like `LeaderElector` with a `LeaseLock` and ReleaseOnCancel, as in
 * tools/leaderelection of client-go 0.34 to 0.37.
 */
export function clientGo(config: ElectorConfig, clock: Clock): Client {
  const state = electorState(config, clock);
  return { tick: () => tryAcquireOrRenew(state, config, clock), stop: () => release(state, clock) };
}

export function* tryAcquireOrRenew(
  state: ElectorState,
  { identity, leaseDurationSeconds }: ElectorConfig,
  clock: Clock,
): Turn {
  const now = clock.monotonic();
  const time = microTime(clock.wall());
  let wanted = {
    ...unobserved,
    holderIdentity: identity,
    leaseDurationSeconds,
    acquireTime: time as string | null,
    renewTime: time,
  };
  if (state.isLeader() && state.isValid(now)) {
    const { acquireTime, leaseTransitions } = state.record();
    wanted = { ...wanted, acquireTime, leaseTransitions };
    if (yield* state.write(wanted)) return;
  }
  const read = yield* state.read();
  // If the client is the leader, `wanted` still has the values of the first write above. A
  // recreated Lease then gets the old acquireTime and transitions.
  if (read === 404) yield* state.write(wanted, true);
  if (typeof read === "number") return;
  state.observe(read);
  if (read.holderIdentity !== "" && state.isValid(now) && !state.isLeader()) return;
  const { acquireTime, leaseTransitions } = read;
  yield* state.write(
    state.isLeader()
      ? { ...wanted, acquireTime, leaseTransitions }
      : { ...wanted, leaseTransitions: leaseTransitions + 1 },
  );
}

/**
 * Releases the Lease if the client was the leader after its last iteration. Removes the holder even
 * if another client now holds the Lease.
 */
export function* release(state: ElectorState, clock: Clock): Turn {
  const read = yield* state.read();
  if (typeof read === "number" || !state.isLeader()) return yield* nothing();
  yield* state.write(releasedRecord(read, clock));
}

export function releasedRecord({ leaseTransitions }: ElectionRecord, clock: Clock): ElectionRecord {
  const now = microTime(clock.wall());
  return { ...unobserved, leaseTransitions, leaseDurationSeconds: 1, renewTime: now, acquireTime: now };
}

export function electorState({ lease, identity }: ElectorConfig, clock: Clock): ElectorState {
  let object: ApiObject | undefined;
  let observed = unobserved;
  let observedRaw = "";
  let observedAt = Number.NEGATIVE_INFINITY;
  const set = (record: ElectionRecord): void => {
    observed = record;
    observedAt = clock.monotonic();
  };
  return {
    record: () => observed,
    isLeader: () => observed.holderIdentity === identity,
    isValid: (now) => observedAt + observed.leaseDurationSeconds * 1000 > now,
    *read() {
      const answer = yield { verb: "get", ref: lease };
      if (answer.object === undefined) return answer.code;
      object = answer.object;
      return recordOf(object.spec);
    },
    observe(record) {
      const raw = JSON.stringify(record).replaceAll(/\.\d{6}Z/g, "Z");
      if (raw === observedRaw) return;
      observedRaw = raw;
      set(record);
    },
    *write(record, create = false) {
      if (object === undefined && !create) return false;
      const spec = specOf(record);
      const answer = yield create || object === undefined
        ? { verb: "create", object: newObject(lease, spec) }
        : { verb: "update", object: { ...object, spec } };
      if (answer.object === undefined) return false;
      object = answer.object;
      set(record);
      return true;
    },
  };
}

function recordOf(spec: Spec): ElectionRecord {
  return {
    holderIdentity: spec.holderIdentity ?? "",
    leaseDurationSeconds: spec.leaseDurationSeconds ?? 0,
    acquireTime: spec.acquireTime ?? null,
    renewTime: spec.renewTime ?? null,
    leaseTransitions: spec.leaseTransitions ?? 0,
    strategy: spec.strategy ?? "",
    preferredHolder: spec.preferredHolder ?? "",
  };
}

function specOf({ strategy, preferredHolder, ...spec }: ElectionRecord): Spec {
  return { ...spec, ...(strategy !== "" && { strategy }), ...(preferredHolder !== "" && { preferredHolder }) };
}
