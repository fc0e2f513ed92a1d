import { type ApiObject, microTime, newObject, type Ref, type Spec } from "./api-object.ts";
import type { Client, Clock, Turn } from "./client.ts";
import { hasRunOut } from "./merge-patch-client.ts";

/**
 * Returns a controller that creates a Lease and assigns it to a worker. Whenever the lease term has
 * expired, the controller assigns the Lease to the next worker. When the controller stops, it
 * releases the Lease.
 */
export function assigner(lease: Ref, workers: readonly string[], { leaseDurationSeconds, clock }: Work): Client {
  let next = 0;
  const term = (leaseTransitions: number): Spec => {
    const now = microTime(clock.wall());
    return {
      holderIdentity: workers[next++ % workers.length] ?? "",
      leaseDurationSeconds,
      acquireTime: now,
      renewTime: now,
      leaseTransitions,
    };
  };
  return {
    *tick(): Turn {
      const { code, object } = yield { verb: "get", ref: lease };
      if (code === 404) yield { verb: "create", object: newObject(lease, term(0)) };
      if (object === undefined || !hasRunOut(object.spec, clock.wall())) return;
      yield { verb: "update", object: { ...object, spec: term((object.spec.leaseTransitions ?? 0) + 1) } };
    },
    *stop(): Turn {
      const { object } = yield { verb: "get", ref: lease };
      if (object?.spec.holderIdentity) yield put(object, { holderIdentity: "", leaseDurationSeconds: 1 });
    },
  };
}

interface Work {
  readonly leaseDurationSeconds: number;
  readonly clock: Clock;
}

/**
 * Returns a client that renews the Lease while the Lease is assigned to this client. When the
 * client stops, it releases the Lease.
 */
export function worker(lease: Ref, identity: string, clock: Clock): Client {
  return {
    *tick(): Turn {
      const { object } = yield { verb: "get", ref: lease };
      if (object?.spec.holderIdentity === identity) yield put(object, { renewTime: microTime(clock.wall()) });
    },
    *stop(): Turn {
      const { object } = yield { verb: "get", ref: lease };
      if (object?.spec.holderIdentity === identity) yield put(object, { holderIdentity: "", leaseDurationSeconds: 1 });
    },
  };
}

function put(object: ApiObject, spec: Spec) {
  return { verb: "update", object: { ...object, spec: { ...object.spec, ...spec } } } as const;
}
