import { addedSetting, type Change, changeOf, changesText } from "./change-text.ts";
import { conventions } from "./conventions.ts";
import type { ElectionProgram, Timing } from "./program.ts";
import { toleranceOf } from "./tolerance.ts";
import { type TimingName, timingNames, type WorkloadElection } from "./workload-election.ts";

type Seconds = Readonly<Record<TimingName, number>>;

/** The durations of client-go's examples, which most programs use. */
const usual: Seconds = { leaseDuration: 15, renewDeadline: 10, retryPeriod: 2 };

/** Formats seconds as Go does, such as `15s` or `1.5s`. */
export function goDuration(seconds: number): string {
  return `${Number(seconds.toFixed(9))}s`;
}

/**
 * Reports whether a library rejects a renew deadline, because a retry can take longer: client-go
 * from 1.2 times the retry period down, and fabric8 from 2.2 times. If the library is unknown,
 * compares the durations only. If it is another one, the result is false.
 */
export function isRetryTooLong(
  library: ElectionProgram["library"] | undefined,
  { renewDeadline, retryPeriod }: Pick<Seconds, "renewDeadline" | "retryPeriod">,
): boolean {
  // Both are in nanoseconds, and client-go truncates the product.
  const renew = Math.round(renewDeadline * 1e9);
  const retry = Math.round(retryPeriod * 1e9);
  switch (library) {
    case undefined:
      return renew <= retry;
    case "client-go":
      return renew <= Math.trunc(1.2 * retry);
    case "fabric8":
      return renew <= retry + Math.ceil((1.2 * retry) / 1e6) * 1e6;
    case "other":
      return false;
  }
}

/** The longest lease duration of a remedy, in seconds. Programs need no longer one. */
const longest = 600;

/**
 * Returns durations in the right order with which the leader survives a short outage, as text. They
 * keep the lease duration if it is long enough. Returns undefined if the program has no settings
 * with which it gets such durations. Without `mustSurvive`, the right order is then enough.
 */
export function legalTimings(election: WorkloadElection, mustSurvive: boolean = false): string | undefined {
  const { program, timings } = election;
  const { seconds = 0 } = timings.leaseDuration;
  const start = Math.max(shortestToSurvive, Math.ceil(seconds));
  const longer = Array.from({ length: Math.max(0, longest - start) }, (_, more) => fromLease(start + more + 1));
  const library = program?.library ?? "client-go";
  const legal = [fromLease(start), usual, ...longer]
    .map((wanted) => settable(election, wanted))
    .filter((each) => each.leaseDuration > each.renewDeadline && !isRetryTooLong(library, each));
  const best = legal.find(survives) ?? (mustSurvive ? undefined : legal[0]);
  if (best === undefined) return undefined;
  const changes = timingNames.flatMap((name) => timingChange(election, name, best[name]) ?? []);
  return changes.length === 0 ? undefined : changesText(changes);
}

/** The outage that the durations of CSI sidecars, 15s, 10s, and 5s, survive. */
export const expectedOutageMs = 5000;

function survives({ leaseDuration, renewDeadline, retryPeriod }: Seconds): boolean {
  const durations = { leaseMs: leaseDuration * 1000, renewMs: renewDeadline * 1000, retryMs: retryPeriod * 1000 };
  return toleranceOf(durations).outageMs >= expectedOutageMs;
}

/** The shortest lease duration, in seconds, with which the result of `fromLease` survives. */
const shortestToSurvive = 9;

/** Returns durations in the usual proportion, in whole seconds. */
function fromLease(leaseDuration: number): Seconds {
  return {
    leaseDuration,
    renewDeadline: Math.floor((leaseDuration * 2) / 3),
    retryPeriod: Math.max(1, Math.floor((leaseDuration * 2) / 15)),
  };
}

/**
 * Returns the durations nearest to the wanted ones that the settings of a program can express. A
 * program can compute several durations from one setting, and have no setting for others.
 */
function settable({ program, timings }: WorkloadElection, wanted: Seconds): Seconds {
  const values = new Map<string, number>();
  const secondsOf = (name: TimingName): number => {
    const timing = timingOf(program, name);
    if (timing === undefined || !hasSetting(timing)) return timings[name].seconds ?? wanted[name];
    const { factor = 1, offset = 0 } = timing;
    const key = JSON.stringify([timing.keys, timing.env, timing.flags]);
    const value = values.get(key) ?? settingFor(timing, wanted[name]);
    values.set(key, value);
    return value * factor + offset;
  };
  return {
    leaseDuration: secondsOf("leaseDuration"),
    renewDeadline: secondsOf("renewDeadline"),
    retryPeriod: secondsOf("retryPeriod"),
  };
}

/** Returns the value of a setting that results in a duration, in whole seconds. */
function settingFor({ factor = 1, offset = 0 }: Timing, seconds: number): number {
  return Math.max(1, Math.ceil((seconds - offset) / factor));
}

/** Returns the text that sets a duration, or undefined if the program has no setting for it. */
export function timingText(election: WorkloadElection, name: TimingName, seconds: number): string | undefined {
  const change = timingChange(election, name, seconds);
  return change && changesText([change]);
}

function timingChange(election: WorkloadElection, name: TimingName, seconds: number): Change | undefined {
  const { set } = election.timings[name];
  const timing = timingOf(election.program, name);
  if (timing === undefined) return undefined;
  const value = valueText(timing, settingFor(timing, seconds));
  if (set !== undefined) return changeOf(set, value);
  return election.program === undefined ? undefined : addedSetting(election, timing, value);
}

function timingOf(program: ElectionProgram | undefined, name: TimingName): Timing | undefined {
  return (program ?? conventions)[name];
}

function hasSetting({ keys, env, flags }: Timing): boolean {
  return [keys, env, flags].some((names) => names !== undefined && names.length > 0);
}

function valueText({ unit = "go" }: Timing, seconds: number): string {
  if (unit === "go") return goDuration(seconds);
  return String(unit === "seconds" ? seconds : seconds * 1000);
}
