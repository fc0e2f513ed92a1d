import { candidateValidMs } from "../shared/candidate-life.ts";
import { microsOf, millisecond } from "./field-variables.ts";

/**
 * CEL expressions about a time of a LeaseCandidate. `isSet` is a condition, `text` is the time as a
 * string, and `micros` is the time in microseconds since 1970.
 */
export interface CandidateTime {
  readonly isSet: string;
  readonly text: string;
  readonly micros: string;
}

/**
 * Returns a condition under which a LeaseCandidate has not expired at the time of the write. The
 * condition is false if this time is unknown.
 */
export function isUnexpiredCandidate({ isSet, micros }: CandidateTime): string {
  return `variables.hasClock && ${isSet} && ${micros} + ${candidateValidMs * millisecond} >= variables.now`;
}

/**
 * Returns a condition under which a LeaseCandidate takes part in the next election. Like
 * kube-apiserver, the condition has no allowance for skewed clocks.
 */
export function takesPart(renewTime: CandidateTime, pingTime: Omit<CandidateTime, "micros">): string {
  return `${isUnexpiredCandidate(renewTime)} && !(${pingTime.isSet} && ${renewTime.text} < ${pingTime.text})`;
}

export const paramsStrategy: string = "params.spec.?strategy.orValue('')";
export const paramsTakesPart: string = takesPart(timeOf("params.spec.renewTime"), timeOf("params.spec.pingTime"));

function timeOf(text: string): CandidateTime {
  return { isSet: `has(${text})`, text, micros: microsOf(text) };
}
