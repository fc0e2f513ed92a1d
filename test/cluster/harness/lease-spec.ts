import { eventually } from "./eventually.ts";
import type { World } from "./world.ts";

/** A Lease's spec as far as elections are followed by it. */
export interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
  readonly leaseTransitions?: number;
  readonly strategy?: string;
  readonly preferredHolder?: string;
}

/** What a client writes who takes a free Lease at this moment. */
export function takenNow(holderIdentity: string, leaseDurationSeconds: number, leaseTransitions = 0): LeaseSpec {
  const now = `${new Date().toISOString().slice(0, -1)}000Z`;
  return { holderIdentity, leaseDurationSeconds, acquireTime: now, renewTime: now, leaseTransitions };
}

/** Which Lease. */
export interface Place {
  readonly namespace: string;
  readonly name: string;
}

/** Reads it; that of a Lease which is not there, or has none, is empty. */
export async function readSpec({ api }: World, { namespace, name }: Place): Promise<LeaseSpec> {
  const { body } = await api.call("GET", `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/${name}`);
  return (body.spec as LeaseSpec | undefined) ?? {};
}

/** Longer than any election here: a candidate is pinged, has 5 s to answer, and the last term has to run out. */
const electionDeadlineMs = 60_000;

/** Waits until somebody whom the condition holds for has the Lease, and returns its spec. */
export function untilHeld(world: World, place: Place, by: (holder: string) => boolean): Promise<LeaseSpec> {
  return eventually(`${place.namespace}/${place.name} has the holder waited for`, electionDeadlineMs, async () => {
    const spec = await readSpec(world, place);
    return spec.holderIdentity && by(spec.holderIdentity) ? spec : undefined;
  });
}

/** Waits until the present holder has renewed some times, and returns the last spec; another holder meanwhile fails. */
export async function untilRenewed(world: World, place: Place, times = 4): Promise<LeaseSpec> {
  const seen = [await readSpec(world, place)];
  return eventually(`${place.namespace}/${place.name} is renewed ${times} times`, electionDeadlineMs, async () => {
    const [first, last, spec] = [seen.at(0), seen.at(-1), await readSpec(world, place)];
    if (spec.holderIdentity !== first?.holderIdentity) throw new Error(`${first?.holderIdentity} lost it to ${spec.holderIdentity}`);
    if (spec.renewTime !== last?.renewTime) seen.push(spec);
    return seen.length > times ? spec : undefined;
  });
}
