import { eventually } from "./eventually.ts";
import type { World } from "./world.ts";

/** A Lease's spec as far as elections are followed by it. */
export interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly renewTime?: string;
  readonly leaseTransitions?: number;
  readonly strategy?: string;
  readonly preferredHolder?: string;
}

/** Reads it; that of a Lease which is not there, or has none, is empty. */
export async function leaseSpec({ api }: World, namespace: string, name: string): Promise<LeaseSpec> {
  const { body } = await api.call("GET", `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/${name}`);
  return (body.spec as LeaseSpec | undefined) ?? {};
}

/** Longer than any election here: a candidate is pinged, has 5 s to answer, and the last term has to run out. */
const electionDeadlineMs = 60_000;

/** Waits for a Lease in a state, and returns its spec. */
export function untilLease(
  world: World,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  state: (spec: LeaseSpec) => boolean,
): Promise<LeaseSpec> {
  return eventually(`the Lease ${namespace}/${name} is so: ${state}`, electionDeadlineMs, async () => {
    const spec = await leaseSpec(world, namespace, name);
    return state(spec) ? spec : undefined;
  });
}
