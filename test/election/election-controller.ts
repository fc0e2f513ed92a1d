import { type ApiObject, microTime, milliseconds, newObject, type Ref, type Spec } from "./api-object.ts";
import { type Client, type Clock, nothing, type Turn } from "./client.ts";

const electionMs = 5_000;
const candidateValidMs = 1_800_000;
const strategy = "OldestEmulationVersion";

/**
 * Returns a client that works like the leader election controller of kube-apiserver 1.36 for one
 * Lease. The controller pings candidates and elects the candidate with the oldest version. To
 * replace a holder, the controller sets preferredHolder and waits until the holder stops.
 */
export function electionController(lease: Ref, clock: Clock): Client {
  return { tick: reconcileElectionStep, stop: nothing };

  function* reconcileElectionStep(): Turn {
    const { items = [] } = yield { verb: "list", kind: "LeaseCandidate", namespace: lease.namespace };
    const now = clock.wall();
    const candidates = items.filter(
      ({ spec }) => spec.leaseName === lease.name && renewed(spec) + candidateValidMs >= now,
    );
    const { object: current } = yield { verb: "get", ref: lease };
    if (candidates.length === 0 || !electionNeeded(candidates, current, now)) return;
    const unanswered = candidates.filter(({ spec }) => renewed(spec) + electionMs <= now);
    const asked = unanswered.filter(({ spec }) => isPending(spec) && pinged(spec) + electionMs > now);
    const toAsk = unanswered.filter(
      ({ spec }) => spec.pingTime === undefined || (pinged(spec) + electionMs < now && !isPending(spec)),
    );
    for (const each of toAsk)
      yield { verb: "update", object: { ...each, spec: { ...each.spec, pingTime: microTime(now) } } };
    if (asked.length > 0 || toAsk.length > 0) return;
    const electee = oldest(candidates.filter(({ spec }) => renewed(spec) + electionMs > now));
    if (electee !== undefined) yield* elect(electee.metadata.name);
  }

  /**
   * Makes a candidate the holder, or sets preferredHolder while another client holds the Lease.
   * Sends a CREATE first, even if the Lease exists. Does not change leaseTransitions.
   */
  function* elect(electee: string): Turn {
    const term = { holderIdentity: electee, leaseDurationSeconds: 5, renewTime: microTime(clock.wall()) };
    const { code } = yield { verb: "create", object: newObject(lease, { ...term, strategy }) };
    if (code !== 409) return;
    const { object: existing } = yield { verb: "get", ref: lease };
    if (existing === undefined) return;
    const { spec } = existing;
    const isOther = spec.holderIdentity !== electee;
    const isFree = isEmpty(spec.holderIdentity) || (isOther && isExpired(spec, clock.wall()));
    const change: Spec = isFree
      ? { ...term, renewTime: microTime(clock.wall()), acquireTime: null, preferredHolder: null }
      : isOther
        ? { preferredHolder: electee }
        : {};
    // Go sets the pointer to nil, so acquireTime is absent and not null.
    const { acquireTime, ...rest } = { ...spec, strategy, ...change };
    const wanted = isFree ? rest : { ...rest, ...(acquireTime !== undefined && { acquireTime }) };
    if (JSON.stringify(wanted) !== JSON.stringify(spec))
      yield { verb: "update", object: { ...existing, spec: wanted } };
  }
}

function electionNeeded(candidates: readonly ApiObject[], lease: ApiObject | undefined, now: number): boolean {
  if (lease === undefined || isExpired(lease.spec, now) || isEmpty(lease.spec.holderIdentity)) return true;
  if (candidates.some(({ spec }) => renewed(spec) + candidateValidMs / 2 < now)) return true;
  return oldest(candidates)?.metadata.name !== lease.spec.holderIdentity;
}

/**
 * Returns the first candidate by emulation version, then by binary version, then by age. Returns
 * undefined if there is no candidate. The versions in this model can be compared as strings.
 */
function oldest(candidates: readonly ApiObject[]): ApiObject | undefined {
  const rank = ({ metadata, spec }: ApiObject) =>
    `${spec.emulationVersion} ${spec.binaryVersion} ${metadata.creationTimestamp}`;
  return candidates.toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0))[0];
}

const renewed = ({ renewTime }: Spec): number => milliseconds(renewTime);
const pinged = ({ pingTime }: Spec): number => milliseconds(pingTime);
const isPending = (spec: Spec): boolean => renewed(spec) < pinged(spec);
const isEmpty = (text: string | null | undefined): boolean => text === undefined || text === null || text === "";

/**
 * Reports whether a lease term has expired by the controller's clock. renewTime can come from the
 * clock of another machine.
 */
function isExpired(spec: Spec, now: number): boolean {
  const { leaseDurationSeconds } = spec;
  return typeof leaseDurationSeconds !== "number" || renewed(spec) + leaseDurationSeconds * 1000 < now;
}
