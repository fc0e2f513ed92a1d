import { minuteMs } from "../../core/text/duration.ts";
import type { AuditCheck } from "../check.ts";

/**
 * Four renewals in 2.2 s. Usual programs renew every second at most, and at a takeover once more at
 * once, so four of their renewals take at least 2.9 s without the delays of requests.
 */
const [maxRenewals, withinMs] = [4, 2200];

export const renewsOften: AuditCheck = {
  id: "audit/renews-often",
  severity: "warning",
  description: "a holder must not renew its Lease more than once a second",
  kind: "Lease",
  needs: ["a second listing"],
  check({ listed: { holder, durationMs }, seen }) {
    if (holder === "" || seen.some(({ listed }) => listed.holder !== holder)) return undefined;
    const renewals = [...new Set(seen.flatMap(({ listed }) => listed.renewedMs ?? []))];
    const spans = renewals.flatMap((from, index) => {
      const to = renewals[index + maxRenewals - 1];
      return to === undefined || to <= from ? [] : [to - from];
    });
    const shortest = Math.min(...spans);
    if (shortest >= withinMs) return undefined;
    const perMinute = Math.floor((minuteMs * (maxRenewals - 1)) / shortest);
    const term = durationMs === undefined ? "" : `, although the term is ${durationMs / 1000}s`;
    return {
      field: "spec.renewTime",
      message: `the holder writes the Lease at least ${perMinute} times a minute${term}, and etcd stores each write: set a longer retry period`,
    };
  },
};
