import { usualRenewDeadline } from "../../api/client-go-defaults.ts";
import { ageText } from "../../text/duration.ts";
import { type Check, type Observation, roundingMs } from "../check.ts";
import { renewerOf } from "../spec-writers.ts";

export const renewsLate: Check = {
  id: "audit/renews-late",
  severity: "warning",
  description: "a holder must renew its Lease within two thirds of the term",
  kind: "Lease",
  needs: ["a second listing"],
  check({ record, seen }) {
    const { holder, durationMs, renewedMs } = record;
    if (holder === "" || durationMs === undefined || seen[0]?.record.renewedMs === renewedMs) return undefined;
    if (seen.some((each) => each.record.holder !== holder)) return undefined;
    const ages = seen.map(renewalAge);
    const late = ages.filter((age) => age - roundingMs > usualRenewDeadline(durationMs));
    if (late.length < 2 || late.length * 2 < seen.length) return undefined;
    const message = `the last renewal was up to ${ageText(Math.max(...late))} old in ${late.length} of ${seen.length} listings, and the term is ${ageText(durationMs)}: check the load of the holder and its network`;
    return { field: "spec.renewTime", message };
  },
};

/**
 * Returns the age of the last renewal in milliseconds, by the clock of the API server. Returns 0 if
 * the API server did not stamp the renewal, because the clock of the holder can be wrong.
 */
function renewalAge({ record: { writers }, readAtMs }: Observation): number {
  const renewer = renewerOf(writers);
  return renewer === undefined ? 0 : readAtMs - renewer.atMs;
}
