import { type CelDefinition, type CelFinding, defineCel } from "../cel/cel-rule.ts";
import { type Bounds, mustBeAtLeast, mustBeAtMost } from "./duration-within-bounds.ts";

const isNew = "variables.duration != variables.oldDuration";
const begins = `(${isNew} || request.operation == 'UPDATE' && variables.oldHolder == '')`;

export const cel: CelDefinition = defineCel<Bounds>({
  findings: ({ parameters: { minSeconds, maxSeconds } }) => [
    ...(maxSeconds === undefined
      ? []
      : [finding(mustBeAtMost(maxSeconds), `${isNew} && variables.duration > ${maxSeconds}`)]),
    ...(minSeconds === undefined
      ? []
      : [
          finding(
            mustBeAtLeast(minSeconds),
            `variables.hasDuration && variables.holder != '' && ${begins} && variables.duration < ${minSeconds} && !variables.releasesAsHolder`,
          ),
        ]),
  ],
});

function finding(detail: string, reports: string): CelFinding {
  return { field: "spec.leaseDurationSeconds", detail, reports };
}
