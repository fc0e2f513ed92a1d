import { type CandidateTime, takesPart } from "./candidate-life.ts";
import { microsOf } from "./field-variables.ts";

/**
 * A CEL expression for the strategy of the LeaseCandidate that a relation rule reads as `params`.
 */
export const paramsStrategy: string = "params.spec.?strategy.orValue('')";

/** A CEL condition under which the LeaseCandidate `params` takes part in the next election. */
export const paramsTakesPart: string = takesPart(timeOf("params.spec.renewTime"), timeOf("params.spec.pingTime"));

function timeOf(text: string): CandidateTime {
  return { isSet: `has(${text})`, text, micros: microsOf(text) };
}
