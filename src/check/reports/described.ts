import { modeOfSeverity } from "../../policy/policy.ts";
import { type Described, describedOrigins } from "../../report/descriptions.ts";
import { checks } from "../../workload/checks.ts";

/** Returns every origin of a finding of `check`: rules, other origins, and checks of manifests. */
export function describedFindings(): readonly Described[] {
  return [
    ...describedOrigins(),
    ...checks.map(({ id, description, severity }) => ({ id, description, mode: modeOfSeverity(severity) })),
  ];
}
