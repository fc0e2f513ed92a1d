import { type ApiObject, microTime, newObject, type Ref } from "./api-object.ts";
import type { Answer, Request } from "./api-server.ts";
import { type Client, type Clock, nothing, type Turn } from "./client.ts";

/**
 * The properties of a Lease that is not used for an election. The renewals only show that the
 * holder is running.
 */
export interface Heartbeat {
  readonly lease: Ref;
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * True for kube-apiserver, which deletes its identity Lease when it starts and stops. The value
   * is false for a kubelet.
   */
  readonly deletes: boolean;
}

const maxRetries = 5;

/**
 * Returns a client that works like `lease.Controller` of component-helpers 0.36. The client does
 * not set acquireTime and leaseTransitions, and does not change the holder of an existing Lease.
 */
export function heartbeatClient(heartbeat: Heartbeat, clock: Clock): Client {
  const { lease, holderIdentity, leaseDurationSeconds, labels, deletes } = heartbeat;
  let started = false;
  let latest: ApiObject | undefined;
  return {
    *tick() {
      if (deletes && !started) yield { verb: "delete", ref: lease };
      started = true;
      if (latest !== undefined && (yield* retryUpdate(latest))) return;
      const { code, object } = yield { verb: "get", ref: lease };
      latest = object;
      if (code === 404)
        latest = (yield { verb: "create", object: newObject(lease, { holderIdentity, ...beat() }, labels) }).object;
      if (object !== undefined) yield* retryUpdate(object);
    },
    *stop(): Turn {
      if (deletes) yield { verb: "delete", ref: lease };
      else yield* nothing();
    },
  };

  function beat() {
    return { leaseDurationSeconds, renewTime: microTime(clock.wall()) };
  }

  function* retryUpdate(base: ApiObject): Generator<Request, boolean, Answer> {
    let newest: ApiObject | undefined = base;
    for (let attempt = 0; attempt < maxRetries && newest !== undefined; attempt++) {
      const { code, object } = yield { verb: "update", object: { ...newest, spec: { ...newest.spec, ...beat() } } };
      if (object !== undefined) {
        latest = object;
        return true;
      }
      if (code === 409) newest = (yield { verb: "get", ref: lease }).object;
    }
    return false;
  }
}
