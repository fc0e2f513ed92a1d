import { type ApiObject, microTime, milliseconds, newObject, type Ref, type Spec } from "./api-object.ts";
import type { Write } from "./api-server.ts";
import { type Client, type Clock, nothing, type Turn } from "./client.ts";
import { garbageCollector } from "./histories/clients.ts";

/**
 * Returns a client for a person who labels the Lease with kubectl, and finally deletes the Lease.
 */
export function administrator(lease: Ref, clock: Clock): Client {
  return {
    *tick(): Turn {
      if (clock.monotonic() % 10 > 0) return;
      const seen = microTime(clock.wall()).replaceAll(":", "-");
      yield { verb: "patch", ref: lease, patch: { labels: { "example.com/seen": seen } } };
    },
    *stop(): Turn {
      yield { verb: "delete", ref: lease };
    },
  };
}

/**
 * Repairs that a person can try with kubectl. The first two start a new election. The third removes
 * the fields of a coordinated election. The last one lets another client take over an abandoned
 * Lease.
 */
const repairs: readonly Spec[] = [
  { holderIdentity: "", leaseDurationSeconds: 1 },
  { holderIdentity: null },
  { strategy: null, preferredHolder: null },
  { leaseDurationSeconds: 1 },
];

/**
 * Returns a client for a person with kubectl who tries the repairs, one after another. When the
 * client stops, it empties the spec of the Lease.
 */
export function repairer(lease: Ref): Client {
  let ticks = 0;
  return {
    *tick(): Turn {
      if (++ticks % 20 !== 0) return;
      const { object } = yield { verb: "get", ref: lease };
      const spec = repairs[(ticks / 20) % repairs.length];
      if (object !== undefined && spec !== undefined) yield { verb: "patch", ref: lease, patch: { spec } };
    },
    *stop(): Turn {
      const { object } = yield { verb: "get", ref: lease };
      if (object !== undefined) yield { verb: "update", object: { ...object, spec: {} } };
    },
  };
}

/**
 * Returns a client that works like Argo CD or Flux with a manifest of the Lease. The client creates
 * a missing Lease, and patches a Lease that differs from the manifest. When the client stops, it
 * deletes the Lease.
 */
export function gitOps(lease: Ref, manifest: Pick<Spec, "leaseDurationSeconds">): Client {
  const labels = { "app.kubernetes.io/instance": "controller" };
  return {
    *tick(): Turn {
      const { code, object } = yield { verb: "get", ref: lease };
      if (code === 404) yield { verb: "create", object: newObject(lease, manifest, labels) };
      if (object === undefined) return;
      const { leaseDurationSeconds = object.spec.leaseDurationSeconds } = manifest;
      const isLabelled = object.metadata.labels?.["app.kubernetes.io/instance"] === "controller";
      if (isLabelled && object.spec.leaseDurationSeconds === leaseDurationSeconds) return;
      yield { verb: "patch", ref: lease, patch: { labels, spec: manifest } };
    },
    *stop(): Turn {
      yield { verb: "delete", ref: lease };
    },
  };
}

/**
 * Returns a client that works like Velero: it backs up a Lease and restores the Lease after a
 * deletion. The client restores a backup only if the backup is older than the duration of the
 * Lease.
 */
export function velero(lease: Ref, clock: Clock): Client {
  let backup: { readonly object: ApiObject; readonly taken: number } | undefined;
  return {
    *tick(): Turn {
      const { object } = yield { verb: "get", ref: lease };
      backup ??= object && { object, taken: clock.monotonic() };
      if (backup === undefined || object !== undefined) return;
      const { spec } = backup.object;
      if (clock.monotonic() < backup.taken + (spec.leaseDurationSeconds ?? 0) * 1000) return;
      yield { verb: "create", object: newObject(lease, spec, { "velero.io/restore-name": "nightly" }) };
      backup = undefined;
    },
    stop: nothing,
  };
}

/**
 * Returns a client that works like the garbage collector of Kubernetes if the owners of a Lease do
 * not exist, again for each Lease that a client creates later. The client tries until the deletion
 * succeeds.
 */
export function collector(lease: Ref): Client {
  let ticks = 0;
  let isPending = false;
  return {
    *tick(): Turn {
      isPending ||= ++ticks % 10 === 0;
      if (!isPending) return;
      const { code } = yield { verb: "delete", ref: lease };
      isPending = code !== 200 && code !== 404;
    },
    stop: nothing,
  };
}

/**
 * Reports whether the garbage collector deletes a Lease whose lease term has not expired. The
 * profile `strict` must deny such a deletion, and no other one.
 */
export function isEarlyCollection({ change, user, now }: Write, rule: string): boolean {
  if (rule !== "metadata/live-object-not-collected" || change.operation !== "DELETE") return false;
  const { renewTime, leaseDurationSeconds } = change.oldObject.spec;
  return user === garbageCollector && milliseconds(renewTime) + (leaseDurationSeconds ?? 0) * 1000 > now;
}
