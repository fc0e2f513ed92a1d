import { namespacedName } from "../../core/field/object-reference.ts";
import { secondsText } from "../../core/text/duration.ts";
import { pluralize } from "../../core/text/join-words.ts";
import { type Durations, toleranceOf } from "../../workload/tolerance.ts";
import type { Advice, AdvisedPause, AdvisedTiming } from "./advice.ts";

/** Returns the lines of the advice, which a report shows below its table. */
export function adviceLines({ timings, pauses, others, latency }: Advice): readonly string[] {
  const slowMs = latency?.ok === true ? latency.value.percentile99Ms : undefined;
  return [
    "advice:",
    ...timings.map((each) => timingLine(each, slowMs)),
    ...(others === 0 ? [] : [`  ${pluralize(others, "election")} with another renew deadline, or without a term`]),
    ...pauses.map(pauseLine),
    ...(latency?.ok === true && latency.value.writes > 0 ? [`  ${latencyText(latency.value)}`] : []),
  ];
}

function timingText({ leaseMs, renewMs, retryMs }: Durations): string {
  return [leaseMs, renewMs, retryMs].map(secondsText).join("/");
}

function timingLine({ timing, tolerance, elections }: AdvisedTiming, slowMs: number | undefined): string {
  const { outageMs, skewMs, takeoverMs } = tolerance;
  const slow = slowMs === undefined ? outageMs : toleranceOf(timing, slowMs).outageMs;
  const less = slow < outageMs ? ` (${secondsText(slow)} with the slowest 1% of writes)` : "";
  return `  ${timingText(timing)}, ${pluralize(elections, "election")}: tolerates an API server outage of ${secondsText(outageMs)}${less}, and clocks that differ by ${secondsText(skewMs)}; after a crash, another client leads within ${secondsText(takeoverMs)}`;
}

function pauseLine({ listed, timing, pause, smallest: [from, to] }: AdvisedPause): string {
  const { atLeastMs, atMostMs, endsWithTakeover } = pause;
  const end = endsWithTakeover ? ", and then another client took over" : "";
  const seen = `  ${namespacedName(listed)}: no renewal for ${rangeText(atLeastMs, atMostMs)}${end}`;
  // The settings survive the shortest outage that can explain the pause.
  if (from === timing)
    return `${seen}; ${timingText(timing)} can be enough, and a renew deadline of ${secondsText(to.renewMs)} and a lease duration of ${secondsText(to.leaseMs)} certainly survive this outage`;
  return `${seen}; instead of ${timingText(timing)}, a renew deadline of ${rangeText(from.renewMs, to.renewMs)} and a lease duration of ${rangeText(from.leaseMs, to.leaseMs)} survive this outage`;
}

function rangeText(from: number, to: number): string {
  return from === to ? secondsText(to) : `${secondsText(from)} to ${secondsText(to)}`;
}

function latencyText({
  writes,
  percentile99Ms,
}: {
  readonly writes: number;
  readonly percentile99Ms?: number | undefined;
}): string {
  const source = "according to one API server since its start";
  if (percentile99Ms === undefined)
    return `more than 1% of ${writes} writes of Leases took longer than the metrics show, ${source}`;
  return `99% of ${writes} writes of Leases took at most ${secondsText(percentile99Ms)}, ${source}`;
}
