import { microTime } from "./api-object.ts";
import type { Answer, Request } from "./api-server.ts";
import type { Client, Clock, Turn } from "./client.ts";
import { type ElectorConfig, electorState, releasedRecord, tryAcquireOrRenew, unobserved } from "./client-go.ts";

/** The result of an attempt to renew. With "lost", the Lease has another holder or is gone. */
type Attempt = "renewed" | "failed" | "lost";

/**
 * Returns a client that works like `LeaderElector` with Recovery and ReleaseOnCancel, as in
 * tools/leaderelection of client-go 0.38 (KEP-6361).
 *
 * A leader that cannot renew keeps trying, even long after its lease term has expired. It never
 * creates the Lease, and never acquires the Lease again. Behind its closed write gate, it only
 * writes the Lease. When the leader gives up, its process ends, and a process with the same
 * identity starts. `deadlineSeconds` is `RecoveryDeadline`, the limit of a recovery.
 */
export function recoveringClient(
  config: ElectorConfig,
  clock: Clock,
  deadlineSeconds: number = Number.POSITIVE_INFINITY,
): Client {
  const { identity, leaseDurationSeconds } = config;
  // The renew deadline has the ratio of the defaults of client-go.
  const triesMs = (leaseDurationSeconds * (2 / 3) + deadlineSeconds) * 1000;
  let state = electorState(config, clock);
  /** The time of the last renewal, or undefined before the client is the leader. */
  let renewedAt: number | undefined;

  function* tryRecover(): Generator<Request, Attempt, Answer> {
    const { acquireTime, leaseTransitions } = state.record();
    const renewTime = microTime(clock.wall());
    const wanted = { ...unobserved, holderIdentity: identity, leaseDurationSeconds, renewTime };
    const isValid = state.isLeader() && state.isValid(clock.monotonic());
    if (isValid && (yield* state.write({ ...wanted, acquireTime, leaseTransitions }))) return "renewed";
    const read = yield* state.read();
    if (typeof read === "number") return read === 404 ? "lost" : "failed";
    state.observe(read);
    if (!state.isLeader()) return "lost";
    const stored = { acquireTime: read.acquireTime, leaseTransitions: read.leaseTransitions };
    return (yield* state.write({ ...wanted, ...stored })) ? "renewed" : "failed";
  }

  /** Removes the holder only if the holder is still this client. Tries again after a conflict. */
  function* release(): Turn {
    if (renewedAt === undefined) return;
    for (;;) {
      const read = yield* state.read();
      if (typeof read === "number" || !state.isLeader() || read.holderIdentity !== identity) return;
      if (yield* state.write(releasedRecord(read, clock))) return;
    }
  }

  return {
    *tick() {
      if (renewedAt === undefined) {
        yield* tryAcquireOrRenew(state, config, clock);
        if (state.isLeader()) renewedAt = clock.monotonic();
        return;
      }
      const attempt = yield* tryRecover();
      if (attempt === "renewed") renewedAt = clock.monotonic();
      if (attempt !== "lost" && clock.monotonic() < renewedAt + triesMs) return;
      yield* release();
      state = electorState(config, clock);
      renewedAt = undefined;
    },
    stop: release,
  };
}
