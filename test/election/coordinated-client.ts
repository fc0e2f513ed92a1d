import { microTime, milliseconds, newObject, type Ref } from "./api-object.ts";
import type { Client, Clock, Turn } from "./client.ts";
import { type ElectorConfig, electorState, release } from "./client-go.ts";

/**
 * The versions in the LeaseCandidate of a client, and how the client renews it. The name of the
 * LeaseCandidate is the identity of the client.
 */
export interface Candidacy {
  readonly binaryVersion: string;
  readonly emulationVersion: string;
  /** True for a candidate that removes `pingTime` when it renews. client-go keeps `pingTime`. */
  readonly dropsPing?: boolean;
}

/** The maximum time between two renewals of a LeaseCandidate without a ping, in milliseconds. */
const requeueMs = 300_000;

/**
 * Returns a client that works like client-go 0.36 with `Coordinated: true`. The client maintains
 * its LeaseCandidate, but does not acquire the Lease. After the API server has assigned the Lease
 * to the client, the client renews the Lease.
 */
export function coordinatedClient(config: ElectorConfig & Candidacy, clock: Clock): Client {
  const state = electorState(config, clock);
  const ensureCandidate = candidate(config, clock);
  return {
    *tick() {
      yield* ensureCandidate();
      yield* tryCoordinatedRenew();
    },
    stop: () => release(state, clock),
  };

  function* tryCoordinatedRenew(): Turn {
    const now = clock.monotonic();
    const renewTime = microTime(clock.wall());
    const read = yield* state.read();
    if (typeof read === "number") return;
    state.observe(read);
    // If the Lease prefers another holder, the current holder stops its renewals and its lease term
    // expires.
    if (!state.isValid(now) || !state.isLeader() || read.preferredHolder !== "") return;
    const { leaseDurationSeconds } = config;
    yield* state.write({ ...read, leaseDurationSeconds, renewTime });
  }
}

/**
 * Returns a function that maintains a LeaseCandidate: creates the object, and renews it after a
 * ping or after `requeueMs`. If the candidate's clock is slower than the clock of the server, the
 * candidate can renew several times for one ping.
 */
function candidate(config: ElectorConfig & Candidacy, clock: Clock): () => Turn {
  const { lease, identity, binaryVersion, emulationVersion, dropsPing = false } = config;
  const ref: Ref = { kind: "LeaseCandidate", namespace: lease.namespace, name: identity };
  let due = Number.NEGATIVE_INFINITY;
  return function* () {
    const { code, object } = yield { verb: "get", ref };
    const renewTime = microTime(clock.wall());
    const isPinged = object !== undefined && milliseconds(object.spec.pingTime) > milliseconds(object.spec.renewTime);
    if (!isPinged && clock.monotonic() < due) return;
    const spec = {
      leaseName: lease.name,
      binaryVersion,
      emulationVersion,
      strategy: "OldestEmulationVersion",
      renewTime,
    };
    if (code === 404) yield { verb: "create", object: newObject(ref, spec) };
    if (object !== undefined)
      yield { verb: "update", object: { ...object, spec: dropsPing ? spec : { ...object.spec, renewTime } } };
    due = clock.monotonic() + requeueMs;
  };
}
