import { type CelDefinition, type CelFinding, defineCel } from "../cel/cel-rule.ts";
import type { Bounds } from "./duration-within-bounds.ts";

const isNew = "variables.duration != variables.oldDuration";
const begins = `(${isNew} || request.operation == 'UPDATE' && variables.oldHolder == '')`;
/** Holds if a holder releases its lease but keeps holderIdentity, as fabric8 (Java) can do. */
export const releasesAsHolder: string = [
  "variables.duration == 1 && variables.oldDuration > 1 && variables.keepsHolder",
  "variables.acquireTime != '' && variables.acquireTime == variables.renewTime",
].join(" && ");

export const cel: CelDefinition = defineCel<Bounds>({
  findings: ({ parameters: { minSeconds, maxSeconds } }) => [
    ...(maxSeconds === undefined ? [] : [finding(`at most ${maxSeconds}`, `${isNew} && variables.duration > ${maxSeconds}`)]),
    ...(minSeconds === undefined
      ? []
      : [
          finding(
            `at least ${minSeconds}`,
            `variables.hasDuration && variables.holder != '' && ${begins} && variables.duration < ${minSeconds} && !(${releasesAsHolder})`,
          ),
        ]),
  ],
});

function finding(bound: string, reports: string): CelFinding {
  return { field: "spec.leaseDurationSeconds", detail: `must be ${bound}`, reports };
}
