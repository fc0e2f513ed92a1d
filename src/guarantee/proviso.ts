import type { Result } from "../core/field/result.ts";
import { secondsText } from "../core/text/duration.ts";
import { type Answer, fails, holds, notKnown } from "./hypotheses.ts";

/** The settings of the clients of an election, which no Lease contains. In milliseconds. */
export interface ClientTiming {
  readonly renewMs: number;
  readonly retryMs: number;
  /**
   * The longest time in which clients try to release the Lease while they still lead. With
   * ReleaseOnCancel, client-go tries for `renewMs` after a failed renewal, and stops after that.
   */
  readonly releaseMs: number;
  /** The library of the clients: client-go, or another one. */
  readonly library: string;
  /** Who states the settings, such as `--renew-deadline`. */
  readonly source: string;
}

type ClientDurations = Pick<ClientTiming, "renewMs" | "retryMs" | "releaseMs">;

/** Everything that the proviso compares, in milliseconds. */
export interface Terms extends ClientDurations {
  readonly leaseMs: number;
  /** The longest time of a write. */
  readonly latencyMs: number;
  /** The clock skew allowance of the policy, by which the rules let others take over earlier. */
  readonly allowanceMs: number;
  /** The largest difference between two clocks. */
  readonly skewMs: number;
}

/** client-go compares whole seconds of renewTime, and can therefore take over a second early. */
const roundingMs = 1000;

/** Returns the longest time after its last renewal in which a client leads, without the latency. */
export function leadingMs({ retryMs, renewMs, releaseMs }: ClientDurations): number {
  return retryMs + renewMs + releaseMs;
}

/**
 * Returns both sides of the proviso: the longest time after its last successful renewal in which a
 * leader can still lead, and the shortest time after which another client can take over.
 */
export function provisoOf(terms: Terms): { readonly stopsMs: number; readonly takenMs: number } {
  const { leaseMs, latencyMs, allowanceMs, skewMs } = terms;
  return { stopsMs: leadingMs(terms) + latencyMs, takenMs: leaseMs - allowanceMs - roundingMs - skewMs };
}

/** The facts that the proviso needs. An error names what is missing. */
export interface TermFacts {
  readonly leaseMs: Result<number, string>;
  readonly timing: Result<ClientTiming, string>;
  readonly latencyMs: Result<number, string>;
  readonly allowanceMs: Result<number, string>;
  readonly skewMs: Result<number, string>;
}

/**
 * Decides the proviso. A missing latency, skew, or allowance is never negative, so the proviso can
 * fail without them.
 */
export function decideProviso({ leaseMs, timing, ...rest }: TermFacts): Answer {
  if (!timing.ok) return notKnown(timing.error);
  if (!leaseMs.ok) return notKnown(leaseMs.error);
  const { latencyMs, allowanceMs, skewMs } = rest;
  const missing = [allowanceMs, latencyMs, skewMs].flatMap((fact) => (fact.ok ? [] : [fact.error]));
  const terms = {
    ...timing.value,
    leaseMs: leaseMs.value,
    latencyMs: latencyMs.ok ? latencyMs.value : 0,
    allowanceMs: allowanceMs.ok ? allowanceMs.value : 0,
    skewMs: skewMs.ok ? skewMs.value : 0,
  };
  const { stopsMs, takenMs } = provisoOf(terms);
  if (stopsMs > takenMs) return fails(`${leftText(terms)} is more than ${rightText(terms)}`);
  const [first] = missing;
  return first === undefined
    ? holds(`${leftText(terms)} is at most ${rightText(terms)}, according to ${timing.value.source}`)
    : notKnown(first);
}

function leftText(terms: Terms): string {
  const { retryMs, renewMs, releaseMs, latencyMs } = terms;
  return `${sumText([retryMs, renewMs, releaseMs, latencyMs], " + ")} = ${secondsText(provisoOf(terms).stopsMs)}`;
}

function rightText(terms: Terms): string {
  const { leaseMs, allowanceMs, skewMs } = terms;
  return `${sumText([leaseMs, allowanceMs, roundingMs, skewMs], " - ")} = ${secondsText(provisoOf(terms).takenMs)}`;
}

function sumText(parts: readonly number[], operator: string): string {
  return parts
    .filter((part, index) => part > 0 || index === 0)
    .map(secondsText)
    .join(operator);
}

/** The facts about clocks. `offsetMs` is how much the holder is ahead of the API server. */
export interface ClockFacts {
  readonly skewMs: Result<number, string>;
  readonly allowanceMs: Result<number, string>;
  readonly offsetMs: number | undefined;
  /** A renewal that waited for so long looks like one of a clock that is behind. */
  readonly latencyMs: Result<number, string>;
}

/**
 * Decides whether clocks agree. No object shows all clocks, so a person states the skew, and a
 * renewal of the holder can only contradict it. The rules trust no clock that is further ahead than
 * the allowance.
 */
export function decideClocks({ skewMs, allowanceMs, offsetMs = 0, latencyMs }: ClockFacts): Answer {
  if (!skewMs.ok) return notKnown(skewMs.error);
  const latency = latencyMs.ok ? latencyMs.value : Number.POSITIVE_INFINITY;
  if (offsetMs > skewMs.value || -offsetMs > skewMs.value + latency) {
    const direction = offsetMs > 0 ? "ahead of" : "behind";
    return fails(`the clock of the holder is ${secondsText(Math.abs(offsetMs))} ${direction} that of the API server`);
  }
  if (!allowanceMs.ok) return notKnown(allowanceMs.error);
  const [skew, allowance] = [secondsText(skewMs.value), secondsText(allowanceMs.value)];
  if (skewMs.value > allowanceMs.value) return fails(`${skew} is more than the clockSkewAllowance of ${allowance}`);
  return holds(`at most ${skew}, according to --clock-skew`);
}
