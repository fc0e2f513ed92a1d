import { type ApiObject, microTime, milliseconds, newObject, type Ref, type Spec } from "./api-object.ts";
import { type Client, type Clock, nothing, type Turn } from "./client.ts";

/** The constant `shareManagerLeaseDurationSeconds` of longhorn-manager. */
const leaseDurationSeconds = 7;

/** The constant `leaseRenewInterval` of longhorn-share-manager, in milliseconds. */
const renewIntervalMs = 3_000;

/**
 * Returns a client that works like longhorn-share-manager. At the start, `takeLease()` takes over
 * the Lease from any holder. Afterwards, `renewLease()` updates the Lease that the process has in
 * memory.
 */
export function shareManager(lease: Ref, node: string, clock: Clock): Client {
  let held: ApiObject | undefined;
  let due = 0;

  function* write(object: ApiObject, spec: Spec): Turn {
    const answer = yield { verb: "update", object: { ...object, spec: { ...object.spec, ...spec } } };
    held = answer.object ?? held;
    due = clock.monotonic() + renewIntervalMs;
  }

  return {
    *tick() {
      if (clock.monotonic() < due) return;
      const now = microTime(clock.wall());
      if (held !== undefined) return yield* write(held, { renewTime: now });
      const { object } = yield { verb: "get", ref: lease };
      if (object === undefined) return;
      const leaseTransitions = (object.spec.leaseTransitions ?? 0) + 1;
      yield* write(object, { holderIdentity: node, leaseTransitions, acquireTime: now, renewTime: now });
    },
    stop: nothing,
  };
}

/**
 * Returns a client that works like share_manager_controller of longhorn-manager. The controller
 * creates the Lease without a holder. The controller removes acquireTime from an expired Lease, and
 * later renewTime. When the controller stops, it removes renewTime, even if the holder still renews
 * the Lease.
 */
export function longhornManager(lease: Ref, clock: Clock): Client {
  const isStale = ({ holderIdentity, renewTime }: Spec): boolean =>
    Boolean(holderIdentity) &&
    typeof renewTime === "string" &&
    clock.wall() > milliseconds(renewTime) + leaseDurationSeconds * 1000;

  function* set(object: ApiObject, spec: Spec): Turn {
    yield { verb: "update", object: { ...object, spec: { ...object.spec, ...spec } } };
  }

  return {
    *tick() {
      const { code, object } = yield { verb: "get", ref: lease };
      const spec = {
        holderIdentity: "",
        leaseDurationSeconds,
        acquireTime: null,
        renewTime: null,
        leaseTransitions: 0,
      };
      if (code === 404) yield { verb: "create", object: newObject(lease, spec) };
      if (object === undefined || !isStale(object.spec)) return;
      yield* object.spec.acquireTime ? set(object, { acquireTime: null }) : set(object, { renewTime: null });
    },
    *stop() {
      const { object } = yield { verb: "get", ref: lease };
      if (object?.spec.renewTime) yield* set(object, { renewTime: null });
    },
  };
}
