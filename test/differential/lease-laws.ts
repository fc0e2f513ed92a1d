import {
  endOf,
  isHeld,
  isNodeLease,
  isReleaseByHolder,
  isSameHolder,
  type Laws,
  looksReleased,
  minute,
  onUpdate,
  onWrite,
  second,
  setsHolder,
  skew,
} from "./law.ts";
import { bytes, isStrategy } from "./names.ts";
import { type Allowed, allows, matches, type User } from "./users.ts";
import type { Lease } from "./write.ts";

/** Parameters of the rules about Leases, as in the policy of the test. */
export interface LeaseParameters {
  readonly maxFactor: number;
  readonly minSeconds: number;
  readonly maxSeconds: number;
  readonly holders: readonly string[];
  readonly preferrers: Allowed;
}

const oldest = "OldestEmulationVersion";
const firstCommit = Date.parse("2014-06-06T00:00:00Z");

const isExempt = ({ isAdministrator, isUnknown }: User): boolean => isAdministrator || isUnknown;

const isCoordinated = (lease: Lease, old: Lease): boolean => !!lease.strategy || !!old.strategy;

const changesDuration = ({ duration }: Lease, old: Lease | undefined): boolean =>
  duration !== undefined && duration !== old?.duration;

const totalBytes = (entries: Readonly<Record<string, string>>): number =>
  Object.entries(entries).reduce((sum, [key, value]) => sum + bytes(key) + bytes(value), 0);

function isPlaceholder(holder: string, { namespace, name }: Lease["meta"]): boolean {
  if (isNodeLease({ namespace } as Lease["meta"]) && holder === name) return false;
  return (
    /^localhost(?:\.localdomain)?(?:\.|_|:\d+)?$/i.test(holder) ||
    /^(?:127(?:\.\d{1,3}){3}|0\.0\.0\.0)(?::\d+)?$/.test(holder) ||
    /^(?:::1?|\[::1?\](?::\d+)?)$/.test(holder) ||
    /\{\{|\$\{|\$\(|^\$[A-Za-z_]/.test(holder) ||
    /^(?:undefined|null|none|nil)$/i.test(holder) ||
    /\[object |<nil>|<no value>|%!./.test(holder) ||
    /^[-_/.:|@]+$/.test(holder) ||
    (namespace !== "" && holder === `${namespace}/`)
  );
}

const lookAlikes = "аеорсухіјѕһԁοανρ";

/** Whitespace, control, format, and ignorable characters, and letters that look like Latin ones. */
function isUnprintable(holder: string): boolean {
  if (/[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/u.test(holder)) return true;
  // A text of ASCII contains no look-alikes.
  if (bytes(holder) === holder.length) return false;
  const others = [...holder].filter((character) => /\p{L}/u.test(character) && !/[A-Za-z]/.test(character));
  return /[A-Za-z]/.test(holder) && others.length > 0 && others.every((character) => lookAlikes.includes(character));
}

const isBounded = (least: number, most: number) => (lease: Lease, old: Lease | undefined) => {
  const size = bytes(lease.holder ?? "");
  return setsHolder(lease, old) && size > least && size <= most;
};

export function leaseLaws(parameters: LeaseParameters): Laws<Lease> {
  const { maxFactor, minSeconds, maxSeconds } = parameters;
  return {
    "lease/acquire-time-kept-on-renewal": onUpdate((lease, old, { now }) => {
      const { acquired, renewed } = lease;
      if (!isSameHolder(lease, old) || !isHeld(old, now) || isCoordinated(lease, old)) return false;
      if (acquired === undefined || old.acquired === undefined || acquired === old.acquired) return false;
      const isHabit = acquired === renewed && old.acquired === old.renewed;
      return (
        !isReleaseByHolder(lease, old) && !(isHabit && old.acquired > (old.meta.created ?? Number.POSITIVE_INFINITY))
      );
    }),
    "lease/acquire-time-not-after-renew-time": onWrite((lease, old) => {
      const { holder, acquired, renewed } = lease;
      if (!holder || acquired === undefined || renewed === undefined) return false;
      return (acquired !== old?.acquired || renewed !== old?.renewed) && acquired > renewed + 2 * skew;
    }),
    "lease/acquire-time-plausible": onWrite(
      ({ acquired }, old, { now }) =>
        acquired !== undefined && acquired !== old?.acquired && (acquired < firstCommit || acquired > now + skew),
    ),
    "lease/duration-at-least-3-seconds": onWrite(
      (lease, old, { user }) =>
        setsHolder(lease, old) &&
        lease.duration !== undefined &&
        lease.duration > 0 &&
        lease.duration < 3 &&
        !(user.isUnknown && looksReleased(lease)),
    ),
    "lease/duration-at-most-30-days": onWrite(
      (lease, old) => changesDuration(lease, old) && (lease.duration ?? 0) > 2_592_000,
    ),
    "lease/duration-at-most-a-day": onWrite(
      ({ duration = 0, ...lease }, old) =>
        changesDuration({ duration, ...lease }, old) && duration > 86_400 && duration <= 2_592_000,
    ),
    "lease/duration-jump-bounded": onUpdate((lease, old) => {
      const [one = 0, two = 0] = [lease.duration, old.duration];
      if (!lease.holder || !old.holder || one <= 0 || two <= 0) return false;
      if (isReleaseByHolder(lease, old) || looksReleased(old)) return false;
      return one > two * maxFactor || two > one * maxFactor;
    }),
    "lease/duration-within-bounds": onWrite((lease, old) => {
      const { duration } = lease;
      if (duration === undefined) return false;
      const isChanged = duration !== (old?.duration ?? 0);
      const isTaken = old !== undefined && !old.holder && !!lease.holder;
      if (isChanged && duration > maxSeconds) return true;
      return (isChanged || isTaken) && !!lease.holder && !isReleaseByHolder(lease, old) && duration < minSeconds;
    }),
    "lease/holder-identity-at-most-64-kib": onWrite(isBounded(65_536, Number.POSITIVE_INFINITY)),
    "lease/holder-identity-bounded": onWrite(isBounded(512, 65_536)),
    "lease/holder-identity-for-strategy": onWrite((lease, old) => {
      if (lease.holder !== undefined) return false;
      const isNew = lease.strategy === oldest && old?.strategy !== oldest;
      return isNew || (old?.holder !== undefined && (lease.strategy === oldest || old.strategy === oldest));
    }),
    "lease/holder-identity-not-placeholder": onWrite(
      (lease, old) => setsHolder(lease, old) && isPlaceholder(lease.holder ?? "", lease.meta),
    ),
    "lease/holder-identity-printable": onWrite(
      (lease, old) => setsHolder(lease, old) && isUnprintable(lease.holder ?? ""),
    ),
    "lease/holder-pattern": onWrite(
      (lease, old) =>
        setsHolder(lease, old) && !parameters.holders.some((pattern) => matches(pattern, lease.holder ?? "")),
    ),
    "lease/labels-and-annotations-bounded": onWrite(({ duration, meta }, old) =>
      (["labels", "annotations"] as const).some((field) => {
        const size = totalBytes(meta[field]);
        return duration !== undefined && size > 65_536 && size > totalBytes(old?.meta[field] ?? {});
      }),
    ),
    "lease/lease-duration-positive": onWrite(({ duration = 1 }) => duration <= 0),
    "lease/lease-transitions-not-negative": onWrite(({ transitions = 0 }) => transitions < 0),
    "lease/preferred-holder-by-apiserver": onWrite((lease, old, { user, now }) => {
      if (!lease.preferred || lease.preferred === old?.preferred || isExempt(user)) return false;
      const end = lease.holder ? endOf(lease) : undefined;
      return !(old === undefined && end !== undefined && end < now);
    }),
    "lease/preferred-holder-needs-strategy": onWrite(({ preferred, strategy }) => !!preferred && !strategy),
    "lease/preferred-holder-not-holder": onWrite(
      ({ preferred, holder }, old) =>
        !!preferred && preferred === holder && !(preferred === old?.preferred && holder === old.holder),
    ),
    "lease/preferred-holder-writer-allowed": onWrite(({ preferred, meta }, old, { user }) => {
      if (!preferred || preferred === old?.preferred || user.isUnknown) return false;
      return !allows(parameters.preferrers, user, meta.namespace);
    }),
    "lease/renew-time-near-now": onWrite(({ renewed, holder, duration }, old, { now }) => {
      if (renewed === undefined || renewed === old?.renewed) return false;
      if (renewed > now + skew) return true;
      return renewed < now - minute - skew && old !== undefined && !!holder && duration !== undefined;
    }),
    "lease/renew-time-not-decreasing": onUpdate((lease, old, { now }) => {
      if (!isSameHolder(lease, old) || !isHeld(old, now) || lease.renewed === undefined) return false;
      const retries = Math.min((lease.duration ?? 0) * second, 2 * minute);
      return lease.renewed < (old.renewed ?? 0) - 2 * skew - retries;
    }),
    "lease/strategy-kept": onUpdate(
      ({ strategy }, old, { user }) => !!strategy && !!old.strategy && strategy !== old.strategy && !isExempt(user),
    ),
    "lease/strategy-valid": onWrite(({ strategy }) => strategy !== undefined && !isStrategy(strategy)),
    "lease/term-needs-holder": onUpdate((lease, old, { now }) => {
      if (lease.holder || old.holder || lease.renewed === undefined || lease.renewed === old.renewed) return false;
      const isElection = old.acquired !== undefined || old.transitions !== undefined;
      return isElection && lease.renewed <= now + skew && (endOf(lease) ?? 0) > now + skew + second;
    }),
    "lease/transitions-advance-with-holder": onUpdate((lease, old) => {
      if (!old.holder || !setsHolder(lease, old) || isCoordinated(lease, old)) return false;
      return lease.transitions !== undefined && lease.transitions === old.transitions;
    }),
    "lease/transitions-bounded": onWrite(({ transitions = 0 }, old) => {
      if (transitions < 2 ** 30) return false;
      return old?.transitions === undefined || transitions > old.transitions + 1;
    }),
    "lease/transitions-kept-on-renewal": onUpdate((lease, old, { now }) => {
      if (!isSameHolder(lease, old) || !isHeld(old, now) || isCoordinated(lease, old)) return false;
      const [count, before] = [lease.transitions, old.transitions];
      if (count === undefined || before === undefined || count <= before) return false;
      const isFirst = old.acquired !== undefined && old.acquired === old.renewed && old.renewed === lease.renewed;
      return !(count === before + 1 && isFirst);
    }),
    "lease/transitions-not-decreasing": onUpdate(
      ({ transitions }, old) =>
        transitions !== undefined &&
        old.transitions !== undefined &&
        transitions < old.transitions &&
        old.transitions < 2 ** 30,
    ),
  };
}
