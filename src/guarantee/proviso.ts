import type { Result } from "../core/field/result.ts";
import { secondsText } from "../core/text/duration.ts";
import { longestDelayMs } from "../rules/shared/collection.ts";
import { type Answer, fails, holds, notKnown } from "./hypotheses.ts";

/** The settings of the clients of an election, which no Lease contains. In milliseconds. */
export interface ClientTiming {
  readonly renewMs: number;
  readonly retryMs: number;
  /**
   * Whether clients release the Lease when they stop, or undefined if this is not known. After a
   * failed renewal, client-go with ReleaseOnCancel releases the Lease before it stops the leader.
   */
  readonly releases: boolean | undefined;
  /** The library of the clients: client-go, or another one. */
  readonly library: string;
  /** Who states the settings, such as `--renew-deadline`. */
  readonly source: string;
}

type ClientDurations = Pick<ClientTiming, "renewMs" | "retryMs">;

/** Everything that the proviso compares, in milliseconds. */
export interface Terms extends ClientDurations {
  readonly leaseMs: number;
  /** The longest time of an attempt to renew or to acquire, which can be three requests. */
  readonly latencyMs: number;
  /** The clock skew allowance of the policy, by which the rules let others take over earlier. */
  readonly allowanceMs: number;
  /** The largest difference between two clocks. */
  readonly skewMs: number;
}

/** client-go compares whole seconds of renewTime, and can therefore take over a second early. */
const roundingMs = 1000;

/** Returns the longest time after its last renewal in which a client leads, without the latency. */
export function leadingMs({ retryMs, renewMs }: ClientDurations): number {
  return retryMs + renewMs;
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
 * Decides the proviso, and whether the rules protect the whole lease term. A missing latency, skew,
 * or allowance is never negative, so the proviso can fail without them.
 */
export function decideProviso({ leaseMs, timing, ...rest }: TermFacts): Answer {
  const { latencyMs, allowanceMs, skewMs } = rest;
  const termMs = sumOf([leaseMs, skewMs]);
  if (termMs > longestDelayMs)
    return fails(
      `the garbage collector can delete the Lease, because its duration and the skew are ${secondsText(termMs)}, which is more than ${secondsText(longestDelayMs)}`,
    );
  if (!timing.ok) return notKnown(timing.error);
  if (!leaseMs.ok) return notKnown(leaseMs.error);
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
  const { releases, source } = timing.value;
  if (releases === true)
    return fails(`with ReleaseOnCancel, clients release the Lease before they stop leading, according to ${source}`);
  if (releases === undefined)
    missing.push("needs --no-release-on-cancel of elections, if no client uses ReleaseOnCancel");
  const [first] = missing;
  return first === undefined
    ? holds(`${leftText(terms)} is at most ${rightText(terms)}, according to ${source}`)
    : notKnown(first);
}

/** Returns the sum of the facts that are known. */
function sumOf(facts: readonly Result<number, string>[]): number {
  return facts.reduce((sum, fact) => sum + (fact.ok ? fact.value : 0), 0);
}

function leftText(terms: Terms): string {
  const { retryMs, renewMs, latencyMs } = terms;
  return `${sumText([retryMs, renewMs, latencyMs], " + ")} = ${secondsText(provisoOf(terms).stopsMs)}`;
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
