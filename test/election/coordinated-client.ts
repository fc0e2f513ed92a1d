import { microTime, milliseconds, newObject, type Ref } from "./api-object.ts";
import type { Client, Clock, Turn } from "./client.ts";
import { type ElectorConfig, electorState, release } from "./client-go.ts";

/** What a candidate tells of itself; its name is the elector's identity. */
export interface Candidacy {
  readonly binaryVersion: string;
  readonly emulationVersion: string;
  /** Renews by writing its whole spec, without the pingTime that it read; client-go does not. */
  readonly dropsPing?: boolean;
}

/** Every five minutes a candidate says that it is alive, asked or not. */
const requeueMs = 300_000;

/** client-go 0.36 with `Coordinated: true`: it never takes the Lease, it renews one that the API server gave it; beside it its LeaseCandidate. */
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
    // A holder that is not preferred any more lets its term run out.
    if (!state.isValid(now) || !state.isLeader() || read.preferredHolder !== "") return;
    const { leaseDurationSeconds } = config;
    yield* state.write({ ...read, leaseDurationSeconds, renewTime });
  }
}

/** `LeaseCandidate`: created once, renewed when pinged. Its own clock may be behind the one that pinged, so it may answer often. */
function candidate(config: ElectorConfig & Candidacy, clock: Clock): () => Turn {
  const { lease, identity, binaryVersion, emulationVersion, dropsPing = false } = config;
  const ref: Ref = { kind: "LeaseCandidate", namespace: lease.namespace, name: identity };
  let due = Number.NEGATIVE_INFINITY;
  return function* () {
    const { code, object } = yield { verb: "get", ref };
    const renewTime = microTime(clock.wall());
    const isPinged = object !== undefined && milliseconds(object.spec.pingTime) > milliseconds(object.spec.renewTime);
    if (!isPinged && clock.monotonic() < due) return;
    const spec = { leaseName: lease.name, binaryVersion, emulationVersion, strategy: "OldestEmulationVersion", renewTime };
    if (code === 404) yield { verb: "create", object: newObject(ref, spec) };
    if (object !== undefined) yield { verb: "update", object: { ...object, spec: dropsPing ? spec : { ...object.spec, renewTime } } };
    due = clock.monotonic() + requeueMs;
  };
}
