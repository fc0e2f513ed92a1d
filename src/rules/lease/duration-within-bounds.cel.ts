import { type CelDefinition, type CelFinding, defineCel } from "../cel/cel-rule.ts";
import type { Bounds } from "./duration-within-bounds.ts";

const isNew = "variables.duration != variables.oldDuration";
const begins = `(${isNew} || request.operation == 'UPDATE' && variables.oldHolder == '')`;

export const cel: CelDefinition = defineCel<Bounds>({
  findings: ({ parameters: { minSeconds, maxSeconds } }) => [
    ...(maxSeconds === undefined ? [] : [finding(`at most ${maxSeconds}`, `${isNew} && variables.duration > ${maxSeconds}`)]),
    ...(minSeconds === undefined
      ? []
      : [
          finding(
            `at least ${minSeconds}`,
            `variables.hasDuration && variables.holder != '' && ${begins} && variables.duration < ${minSeconds} && !variables.releasesAsHolder`,
          ),
        ]),
  ],
});

function finding(bound: string, reports: string): CelFinding {
  return { field: "spec.leaseDurationSeconds", detail: `must be ${bound}`, reports };
}
