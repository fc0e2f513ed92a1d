import { type CandidateTime, takesPart } from "./candidate-life.ts";
import { microsOf } from "./field-variables.ts";

export const paramsStrategy: string = "params.spec.?strategy.orValue('')";
export const paramsTakesPart: string = takesPart(timeOf("params.spec.renewTime"), timeOf("params.spec.pingTime"));

function timeOf(text: string): CandidateTime {
  return { isSet: `has(${text})`, text, micros: microsOf(text) };
}
