import { day, isNodeLease, type Law, type Laws, minute, onCreate, onUpdate, onWrite, skew } from "./law.ts";
import { areSimilar, isOtherPod, isStrategy, isSubdomain, names, workloadOf } from "./names.ts";
import { type Allowed, allows, matches, type User } from "./users.ts";
import { isLower, isZero, version } from "./versions.ts";
import type { Candidate } from "./write.ts";

/** An entry of the parameter `leases` of candidates-allowed. */
export interface AllowedCandidates extends Allowed {
  readonly names: readonly string[];
  readonly pods?: readonly string[];
}

const oldest = "OldestEmulationVersion";
const lifetime = 30 * minute;

/** kube-apiserver ignores a candidate from 30 minutes after its last renewal on. */
const isLive = ({ renewed }: Candidate, now: number): boolean =>
  renewed !== undefined && renewed + lifetime > now + skew;

/** A renewal that kube-apiserver takes for that of a running process. */
const isRecent = ({ renewed }: Candidate, now: number): boolean =>
  renewed !== undefined && renewed >= now - minute - skew;

const renews = ({ renewed }: Candidate, old: Candidate | undefined): boolean => renewed !== old?.renewed;

const isBad = (text: string): boolean => text !== "" && version(text) === undefined;

const isSameList = (list: readonly string[], other: readonly string[]): boolean =>
  list.length === other.length && list.join() === other.join();

/** The users that no rule about writers reports. */
const isExempt = ({ isAdministrator, isUnknown }: User): boolean => isAdministrator || isUnknown;

function isHeartbeat({ meta, leaseName }: Candidate): boolean {
  return isNodeLease(meta) || (meta.namespace === "kube-system" && /^apiserver-[a-z2-7]{26}$/.test(leaseName));
}

const versionFields = ["binary", "emulation"] as const;

function isChangedSpec(object: Candidate, old: Candidate, isPingOnly: boolean): boolean {
  const { strategies, pinged, renewed, binary, emulation, leaseName } = object;
  const isOther =
    !isSameList(strategies, old.strategies) ||
    renewed !== old.renewed ||
    binary !== old.binary ||
    emulation !== old.emulation ||
    leaseName !== old.leaseName;
  return isOther || (pinged !== old.pinged && !(isPingOnly && pinged !== undefined));
}

const writtenByOwner: Law<Candidate> = ({ object, old, user, now }) => {
  const { name } = (object ?? old)?.meta ?? { name: "" };
  if (!isOtherPod(name, user)) return false;
  if (object === undefined) return old !== undefined && isLive(old, now);
  if (old === undefined) return isRecent(object, now);
  if (isLive(old, now)) return isChangedSpec(object, old, true);
  return renews(object, old) && isRecent(object, now);
};

const writtenByProgram: Law<Candidate> = ({ operation, object, old, user, now }) => {
  const known = object ?? old;
  if (operation === "CREATE" || old === undefined || known?.meta.namespace !== "kube-system") return false;
  if (user.pod === undefined || user.isAdministrator || names(known.meta.name, user.pod)) return false;
  if (isOtherPod(known.meta.name, user)) return false;
  if ([workloadOf(user.pod), user.account?.name ?? ""].some((name) => areSimilar(known.leaseName, name))) return false;
  return object === undefined ? isLive(old, now) : renews(object, old) && (isLive(old, now) || isRecent(object, now));
};

const candidatesAllowed = (entries: readonly AllowedCandidates[]): Law<Candidate> =>
  onCreate(({ leaseName, meta }, { user }) => {
    const own = entries.filter((entry) => entry.names.some((pattern) => matches(pattern, leaseName)));
    if (isExempt(user) || own.length === 0) return false;
    const podHere = user.account?.namespace === meta.namespace ? user.pod : undefined;
    const byPod = ({ pods = [] }: AllowedCandidates) =>
      podHere !== undefined && pods.some((pattern) => matches(pattern, podHere));
    return !own.some((entry) => allows(entry, user, meta.namespace) || byPod(entry));
  });

export function candidateLaws(entries: readonly AllowedCandidates[]): Laws<Candidate> {
  return {
    "lease-candidate/binary-version-for-strategy": onWrite(
      ({ version: served, strategies, binary }) =>
        served === "v1alpha1" && strategies.includes(oldest) && (binary === "" || isZero(binary)),
    ),
    "lease-candidate/binary-version-not-below-emulation-version": onWrite(({ binary, emulation }) =>
      isLower(binary, emulation),
    ),
    "lease-candidate/binary-version-required": onWrite(
      ({ version: served, binary }) => served !== "v1alpha1" && binary === "",
    ),
    "lease-candidate/binary-version-semantic": onWrite(({ binary }) => isBad(binary)),
    "lease-candidate/candidates-allowed": candidatesAllowed(entries),
    "lease-candidate/emulation-version-for-strategy": onWrite(
      ({ strategies, emulation }) => strategies.includes(oldest) && (emulation === "" || isZero(emulation)),
    ),
    "lease-candidate/emulation-version-semantic": onWrite(({ emulation }) => isBad(emulation)),
    "lease-candidate/lease-name-immutable": onUpdate(({ leaseName }, old) => leaseName !== old.leaseName),
    "lease-candidate/lease-name-required": onWrite(({ leaseName }) => leaseName === ""),
    "lease-candidate/lease-name-valid": onCreate(({ leaseName }) => leaseName !== "" && !isSubdomain(leaseName)),
    "lease-candidate/lease-not-heartbeat": onWrite(
      (object, old) => isHeartbeat(object) && (old === undefined || renews(object, old)),
    ),
    "lease-candidate/ping-time-by-apiserver": onWrite(
      ({ pinged }, old, { user }) => pinged !== undefined && pinged !== old?.pinged && !isExempt(user),
    ),
    "lease-candidate/ping-time-kept": onUpdate(
      (object, old, { user }) =>
        old.pinged !== undefined &&
        object.pinged === undefined &&
        old.renewed !== undefined &&
        !renews(object, old) &&
        !isExempt(user),
    ),
    "lease-candidate/ping-time-needs-renew-time": onUpdate(({ pinged, renewed, meta }, old) => {
      const wasSo = old.pinged !== undefined && old.renewed === undefined;
      return pinged !== undefined && renewed === undefined && !(meta.deleted !== undefined && wasSo);
    }),
    "lease-candidate/preferred-strategies-required": onWrite(
      ({ version: served, strategies }, old) =>
        served === "v1alpha1" && strategies.length === 0 && (old === undefined || old.strategies.length > 0),
    ),
    "lease-candidate/renew-time-not-in-future": onWrite((object, old, { now }) => {
      const { renewed } = object;
      return renewed !== undefined && renews(object, old) && renewed > now + skew && renewed <= now + day;
    }),
    "lease-candidate/renew-time-recent": onUpdate((object, old, { now }) => {
      const { renewed } = object;
      if (renewed === undefined || !renews(object, old)) return false;
      const isBack = old.renewed !== undefined && old.renewed <= now + skew && renewed < old.renewed - 2 * skew;
      return isBack || !isRecent(object, now);
    }),
    "lease-candidate/renew-time-required": onWrite(({ renewed, ...object }, old) => {
      if (renewed !== undefined) return false;
      if (old === undefined) return true;
      return object.pinged === undefined && isChangedSpec({ renewed, ...object }, old, false);
    }),
    "lease-candidate/renew-time-within-a-day": onWrite(
      (object, old, { now }) => renews(object, old) && (object.renewed ?? now) > now + day,
    ),
    "lease-candidate/strategy-kept": onUpdate(
      ({ strategies, version: served }, old, { now }) =>
        isLive(old, now) &&
        (strategies.length > 0 || served === "v1alpha1") &&
        old.strategies.some((each) => each !== "") &&
        !isSameList(strategies, old.strategies),
    ),
    "lease-candidate/strategy-required": onWrite(
      ({ version: served, strategies }) => served !== "v1alpha1" && strategies.length === 0,
    ),
    "lease-candidate/strategy-valid": onWrite(({ strategies }) => strategies.some((each) => !isStrategy(each))),
    "lease-candidate/versions-not-decreasing": onUpdate((object, old) =>
      versionFields.some((field) => !isZero(object[field]) && isLower(object[field], old[field])),
    ),
    "lease-candidate/written-by-its-owner": writtenByOwner,
    "lease-candidate/written-by-its-program": writtenByProgram,
  };
}
