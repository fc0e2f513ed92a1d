import { minuteMs } from "../../core/text/duration.ts";
import { isOfElection } from "../../listing/listed-object.ts";
import type { AuditCheck } from "../check.ts";

/**
 * Four renewals in 2.2 s. Usual programs renew every second at most, and at a takeover once more at
 * once, so four of their renewals take at least 2.9 s without the delays of requests.
 */
const [maxRenewals, withinMs] = [4, 2200];

/**
 * The number of renewals in one term that no usual settings explain. The most are 30 renewals, with
 * a term of 60 s and a retry period of 2 s.
 */
const maxPerTerm = 100;

export const renewsOften: AuditCheck = {
  id: "audit/renews-often",
  severity: "warning",
  description: "a holder must not renew its Lease more often than its term needs",
  kind: "Lease",
  needs: ["a second listing"],
  check({ listed, seen }) {
    const { holder, durationMs } = listed;
    if (holder === "" || seen.some(({ listed }) => listed.holder !== holder)) return undefined;
    const renewals = [...new Set(seen.flatMap(({ listed }) => listed.renewedMs ?? []))];
    const spans = renewals.flatMap((from, index) => {
      const to = renewals[index + maxRenewals - 1];
      return to === undefined || to <= from ? [] : [to - from];
    });
    const shortest = Math.min(...spans);
    // API servers renew their identity Leases 360 times in a term.
    const perTerm = isOfElection(listed) ? ((durationMs ?? 0) * (maxRenewals - 1)) / shortest : 0;
    if (shortest >= withinMs && perTerm <= maxPerTerm) return undefined;
    const perMinute = Math.floor((minuteMs * (maxRenewals - 1)) / shortest);
    const term = durationMs === undefined ? "" : `, although the term is ${durationMs / 1000}s`;
    return {
      ...(shortest >= withinMs && { severity: "info" as const }),
      field: "spec.renewTime",
      message: `the holder writes the Lease at least ${perMinute} times a minute${term}, and etcd stores each write: set a longer retry period`,
    };
  },
};
