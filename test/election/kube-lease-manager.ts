import { microTime, milliseconds, newObject, type Spec } from "./api-object.ts";
import type { Answer, Request } from "./api-server.ts";
import type { Client, Clock, Turn } from "./client.ts";
import type { ElectorConfig } from "./client-go.ts";

/**
 * The state that a manager has read. The manager uses this state until the lease term has expired
 * by the manager's own wall clock.
 */
interface State {
  readonly spec: Spec;
  readonly resourceVersion: string | undefined;
}

type Exchange<T> = Generator<Request, T, Answer>;

const unknown: State = { spec: {}, resourceVersion: undefined };

/**
 * Returns a client that works like the Rust library kube-lease-manager 0.11. The manager acquires
 * the Lease with an apply, which fails if the Lease has another holder, and then counts the
 * transition with a patch. Renewals and releases are also patches without a resourceVersion. The
 * manager also releases an expired Lease of another holder.
 */
export function kubeLeaseManager({ lease, identity, leaseDurationSeconds }: ElectorConfig, clock: Clock): Client {
  const graceMs = Math.min(5_000, (leaseDurationSeconds * 1000) / 3);
  let state = unknown;

  const expiry = (): number => milliseconds(state.spec.renewTime) + (state.spec.leaseDurationSeconds ?? 0) * 1000;
  const isHolder = (): boolean => state.spec.holderIdentity === identity;

  function* sync(): Exchange<Answer["code"]> {
    const { code, object } = yield { verb: "get", ref: lease };
    if (object !== undefined) state = { spec: object.spec, resourceVersion: object.metadata.resourceVersion };
    if (code === 404) state = unknown;
    return code;
  }

  function* patch(spec: Spec): Exchange<boolean> {
    const { object } = yield { verb: "patch", ref: lease, patch: { spec }, decidedOn: state.resourceVersion };
    return object !== undefined;
  }

  function* acquire(): Turn {
    const now = microTime(clock.wall());
    const spec = { acquireTime: now, renewTime: now, holderIdentity: identity, leaseDurationSeconds };
    const { object } = yield { verb: "apply", ref: lease, spec, decidedOn: state.resourceVersion };
    if (object === undefined) return;
    state = { ...state, resourceVersion: object.metadata.resourceVersion };
    if (yield* patch({ leaseTransitions: (state.spec.leaseTransitions ?? 0) + 1 })) yield* sync();
  }

  function* release(): Turn {
    if (yield* patch({ holderIdentity: null, leaseDurationSeconds: null, acquireTime: null, renewTime: null }))
      yield* sync();
  }

  return {
    *tick() {
      if (clock.wall() > expiry()) {
        const code = yield* sync();
        if (code === 404) yield { verb: "create", object: newObject(lease, {}) };
        if (code !== 200) return;
      }
      if (isHolder()) {
        if (clock.wall() < expiry() - graceMs) return;
        if (yield* patch({ renewTime: microTime(clock.wall()), leaseDurationSeconds })) yield* sync();
      } else if (!state.spec.holderIdentity) yield* acquire();
      else if (clock.wall() > expiry()) yield* release();
    },
    *stop() {
      if (clock.wall() > expiry()) yield* sync();
      if (isHolder()) yield* release();
    },
  };
}
