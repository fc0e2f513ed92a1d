import { changeText, settingText } from "./change-text.ts";
import { conventions } from "./conventions.ts";
import type { ElectionProgram, Timing } from "./program.ts";
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

/**
 * Returns the durations that keep the lease duration and are in the right order, as text. Returns
 * undefined if the program has no settings for them.
 */
export function legalTimings(election: WorkloadElection): string | undefined {
  const { program, timings } = election;
  const fixed = (name: TimingName): number | undefined =>
    hasSetting(timingOf(program, name)) ? undefined : timings[name].seconds;
  const legal = [fromLease(timings.leaseDuration.seconds ?? 0), usual]
    .map((seconds) => ({
      leaseDuration: fixed("leaseDuration") ?? seconds.leaseDuration,
      renewDeadline: fixed("renewDeadline") ?? seconds.renewDeadline,
      retryPeriod: fixed("retryPeriod") ?? seconds.retryPeriod,
    }))
    .find(
      (seconds) =>
        seconds.leaseDuration > seconds.renewDeadline && !isRetryTooLong(program?.library ?? "client-go", seconds),
    );
  if (legal === undefined) return undefined;
  const lines = timingNames.flatMap((name) => timingText(election, name, legal[name]) ?? []);
  return lines.length === 0 ? undefined : lines.join("\n");
}

/** Returns durations in the usual proportion, in whole seconds. */
function fromLease(lease: number): Seconds {
  const leaseDuration = Math.max(5, Math.ceil(lease));
  return {
    leaseDuration,
    renewDeadline: Math.floor((leaseDuration * 2) / 3),
    retryPeriod: Math.max(1, Math.floor((leaseDuration * 2) / 15)),
  };
}

/** Returns the text that sets a duration, or undefined if the program has no setting for it. */
export function timingText(election: WorkloadElection, name: TimingName, seconds: number): string | undefined {
  const { set } = election.timings[name];
  const timing = timingOf(election.program, name);
  const value = timing === undefined ? undefined : valueText(timing, seconds);
  if (timing === undefined || value === undefined) return undefined;
  if (set !== undefined) return changeText(set, value);
  return election.program === undefined ? undefined : settingText(timing, value);
}

function timingOf(program: ElectionProgram | undefined, name: TimingName): Timing | undefined {
  return (program ?? conventions)[name];
}

function hasSetting(timing: Timing | undefined): boolean {
  return timing !== undefined && settingText(timing, "") !== undefined;
}

function valueText({ unit = "go", factor = 1, offset = 0 }: Timing, seconds: number): string | undefined {
  if (factor !== 1 || offset !== 0) return undefined;
  if (unit === "go") return goDuration(seconds);
  return String(unit === "seconds" ? seconds : seconds * 1000);
}
