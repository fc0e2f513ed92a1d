import { microTime } from "./api-object.ts";
import type { Client, Clock, Turn } from "./client.ts";
import { clientGo, type ElectorConfig } from "./client-go.ts";

/**
 * Returns a client that takes over a Lease as soon as its process starts, and then works like
 * client-go.
 */
export function hijackingClient(config: ElectorConfig, clock: Clock): Client {
  const elector = clientGo(config, clock);
  let hasTried = false;
  return {
    *tick(): Turn {
      if (hasTried) return yield* elector.tick();
      hasTried = true;
      const { object } = yield { verb: "get", ref: config.lease };
      if (!object?.spec.holderIdentity) return;
      const now = microTime(clock.wall());
      const { identity: holderIdentity, leaseDurationSeconds } = config;
      const leaseTransitions = (object.spec.leaseTransitions ?? 0) + 1;
      const spec = { holderIdentity, leaseDurationSeconds, acquireTime: now, renewTime: now, leaseTransitions };
      yield { verb: "update", object: { ...object, spec } };
    },
    stop: elector.stop,
  };
}
