import { type ApiObject, microTime, milliseconds, newObject, type Ref, type Spec } from "./api-object.ts";
import { type Client, type Clock, nothing, type Turn } from "./client.ts";

const electionMs = 5_000;
const candidateValidMs = 1_800_000;
const strategy = "OldestEmulationVersion";

/** kube-apiserver's leader election controller (1.36) on one Lease: pings candidates, elects the oldest, asks a holder to go, waits for it. */
export function electionController(lease: Ref, clock: Clock): Client {
  return { tick: reconcileElectionStep, stop: nothing };

  function* reconcileElectionStep(): Turn {
    const { items = [] } = yield { verb: "list", kind: "LeaseCandidate", namespace: lease.namespace };
    const now = clock.wall();
    const candidates = items.filter(({ spec }) => spec.leaseName === lease.name && renewed(spec) + candidateValidMs >= now);
    const { object: current } = yield { verb: "get", ref: lease };
    if (candidates.length === 0 || !electionNeeded(candidates, current, now)) return;
    const unanswered = candidates.filter(({ spec }) => renewed(spec) + electionMs <= now);
    const asked = unanswered.filter(({ spec }) => isPending(spec) && pinged(spec) + electionMs > now);
    const toAsk = unanswered.filter(({ spec }) => spec.pingTime === undefined || (pinged(spec) + electionMs < now && !isPending(spec)));
    for (const each of toAsk) yield { verb: "update", object: { ...each, spec: { ...each.spec, pingTime: microTime(now) } } };
    if (asked.length > 0 || toAsk.length > 0) return;
    const electee = oldest(candidates.filter(({ spec }) => renewed(spec) + electionMs > now));
    if (electee !== undefined) yield* elect(electee.metadata.name);
  }

  /** A CREATE first, whether there is a Lease or not; transitions are never counted. */
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
    // Go clears the pointer: the field is absent, not null.
    const { acquireTime, ...rest } = { ...spec, strategy, ...change };
    const wanted = isFree ? rest : { ...rest, ...(acquireTime !== undefined && { acquireTime }) };
    if (JSON.stringify(wanted) !== JSON.stringify(spec)) yield { verb: "update", object: { ...existing, spec: wanted } };
  }
}

function electionNeeded(candidates: readonly ApiObject[], lease: ApiObject | undefined, now: number): boolean {
  if (lease === undefined || isExpired(lease.spec, now) || isEmpty(lease.spec.holderIdentity)) return true;
  if (candidates.some(({ spec }) => renewed(spec) + candidateValidMs / 2 < now)) return true;
  return oldest(candidates)?.metadata.name !== lease.spec.holderIdentity;
}

/** By emulation version, then binary version, then age; the versions of the model compare as texts. */
function oldest(candidates: readonly ApiObject[]): ApiObject | undefined {
  const rank = ({ metadata, spec }: ApiObject) => `${spec.emulationVersion} ${spec.binaryVersion} ${metadata.creationTimestamp}`;
  return candidates.toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0))[0];
}

const renewed = ({ renewTime }: Spec): number => milliseconds(renewTime);
const pinged = ({ pingTime }: Spec): number => milliseconds(pingTime);
const isPending = (spec: Spec): boolean => renewed(spec) < pinged(spec);
const isEmpty = (text: string | null | undefined): boolean => text === undefined || text === null || text === "";

/** By the wall clocks of two machines: the one place where Kubernetes itself compares them. */
function isExpired(spec: Spec, now: number): boolean {
  const { leaseDurationSeconds } = spec;
  return typeof leaseDurationSeconds !== "number" || renewed(spec) + leaseDurationSeconds * 1000 < now;
}
