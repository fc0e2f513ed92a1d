import { eventually } from "./eventually.ts";
import type { World } from "./world.ts";

/** All fields in the spec of a Lease. */
export interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
  readonly leaseTransitions?: number;
  readonly strategy?: string;
  readonly preferredHolder?: string;
}

/**
 * Returns the time that is `seconds` seconds after the current time, in the format of
 * `metav1.MicroTime`.
 */
export function fromNow(seconds: number): string {
  return `${new Date(Date.now() + seconds * 1000).toISOString().slice(0, -1)}000Z`;
}

/** Returns the spec that a client writes when it acquires a free Lease now. */
export function takenNow(holderIdentity: string, leaseDurationSeconds: number, leaseTransitions = 0): LeaseSpec {
  const now = fromNow(0);
  return { holderIdentity, leaseDurationSeconds, acquireTime: now, renewTime: now, leaseTransitions };
}

/** The namespace and the name of a Lease. */
export interface Place {
  readonly namespace: string;
  readonly name: string;
}

/** Reads the spec of a Lease. Returns an empty spec if the Lease does not exist or has no spec. */
export async function readSpec({ api }: World, { namespace, name }: Place): Promise<LeaseSpec> {
  const { body } = await api.call("GET", `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/${name}`);
  return (body.spec as LeaseSpec | undefined) ?? {};
}

/**
 * The time limit of an election. In the longest election, the previous lease term must expire, the
 * controller pings a candidate, and the candidate has 5 s to respond.
 */
const electionDeadlineMs = 60_000;

/**
 * Waits until the Lease has a holder for which `by` returns true, and returns the spec of the
 * Lease.
 */
export function untilHeld(world: World, place: Place, by: (holder: string) => boolean): Promise<LeaseSpec> {
  return eventually(`${place.namespace}/${place.name} has the holder waited for`, electionDeadlineMs, async () => {
    const spec = await readSpec(world, place);
    return spec.holderIdentity && by(spec.holderIdentity) ? spec : undefined;
  });
}

/**
 * Waits until the current holder has renewed its Lease `times` times, and returns the last spec.
 * Throws if another client takes over the Lease meanwhile.
 */
export async function untilRenewed(world: World, place: Place, times = 4): Promise<LeaseSpec> {
  const seen = [await readSpec(world, place)];
  return eventually(`${place.namespace}/${place.name} is renewed ${times} times`, electionDeadlineMs, async () => {
    const [first, last, spec] = [seen.at(0), seen.at(-1), await readSpec(world, place)];
    if (spec.holderIdentity !== first?.holderIdentity)
      throw new Error(`${first?.holderIdentity} lost it to ${spec.holderIdentity}`);
    if (spec.renewTime !== last?.renewTime) seen.push(spec);
    return seen.length > times ? spec : undefined;
  });
}
