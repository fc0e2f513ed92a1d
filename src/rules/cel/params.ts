import { candidateValidMs } from "../shared/candidate-life.ts";
import { microsOf } from "./field-variables.ts";

/** The strategy of the candidate that a relation rule reads as `params`. */
export const paramsStrategy: string = "params.spec.?strategy.orValue('')";

/** A condition under which the candidate `params` takes part in the next election. */
export const paramsTakesPart: string = [
  `variables.hasClock && has(params.spec.renewTime) && ${microsOf("params.spec.renewTime")} + ${candidateValidMs * 1000} >= variables.now`,
  "!(has(params.spec.pingTime) && params.spec.renewTime < params.spec.pingTime)",
].join(" && ");
