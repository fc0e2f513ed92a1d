import { microTime, milliseconds, newObject, type Spec } from "./api-object.ts";
import type { Client, Clock, Turn } from "./client.ts";
import type { ElectorConfig } from "./client-go.ts";

/**
 * Returns a client that works like the Rust library kube-leader-election. The client compares
 * renewTime with its own wall clock, and writes merge patches without a resourceVersion. If two
 * clients took over at the same time, both would become leaders. A schedule therefore drops patches
 * that are based on an outdated Lease, except the patches of overwriting-client.ts.
 */
export function mergePatchClient({ lease, identity, leaseDurationSeconds }: ElectorConfig, clock: Clock): Client {
  return {
    *tick(): Turn {
      const { code, object } = yield { verb: "get", ref: lease };
      const renewTime = microTime(clock.wall());
      const term = { holderIdentity: identity, leaseDurationSeconds, acquireTime: renewTime, renewTime };
      if (code === 404) yield { verb: "create", object: newObject(lease, { ...term, leaseTransitions: 0 }) };
      if (object === undefined) return;
      const { spec, metadata } = object;
      const leaseTransitions = (spec.leaseTransitions ?? 0) + 1;
      const patch =
        spec.holderIdentity === identity ? { renewTime, leaseDurationSeconds } : { ...term, leaseTransitions };
      if (spec.holderIdentity !== identity && !hasRunOut(spec, clock.wall())) return;
      yield { verb: "patch", ref: lease, patch: { spec: patch }, decidedOn: metadata.resourceVersion };
    },
    *stop(): Turn {
      const { object } = yield { verb: "get", ref: lease };
      if (object === undefined || object.spec.holderIdentity !== identity) return;
      const { resourceVersion } = object.metadata;
      const now = microTime(clock.wall());
      const patch = { spec: { holderIdentity: "", leaseDurationSeconds: 1, acquireTime: now, renewTime: now } };
      yield { verb: "patch", ref: lease, patch, decidedOn: resourceVersion };
    },
  };
}

/**
 * Reports whether the Lease has no holder, or has expired at the time `now` of the client's clock.
 */
export function hasRunOut({ holderIdentity, renewTime, leaseDurationSeconds }: Spec, now: number): boolean {
  if (holderIdentity === undefined || holderIdentity === null || holderIdentity === "") return true;
  return milliseconds(renewTime) + (leaseDurationSeconds ?? 0) * 1000 < now;
}
