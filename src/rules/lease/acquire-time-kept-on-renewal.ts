import type { LeaseSpec } from "../../core/api/coordination.ts";
import type { ObjectMeta } from "../../core/api/meta.ts";
import { invalid } from "../../core/field/error.ts";
import { compareMicroTimes, microTimeMs, parseTime } from "../../core/text/time.ts";
import { defineRule, type Rule } from "../rule.ts";
import { isSameTime } from "../shared/field-changes.ts";
import { isCoordinated, isHeld, keepsHolder, releasesAsHolder } from "../shared/lease-term.ts";

/**
 * client-go keeps acquireTime even after a restart. A holder that returns after its lease term has
 * expired can set a new acquireTime, so the rule ignores this case.
 *
 * Some clients set acquireTime to renewTime in each renewal. The rule reports only the first
 * renewals of such a client: while the old acquireTime is not later than the creation of the lease.
 */
export const rule: Rule = defineRule({
  id: "lease/acquire-time-kept-on-renewal",
  tier: "protocol",
  atMost: "warn",
  description: "acquireTime must not change while the same holder renews the lease",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { metadata, spec: old } }, context) {
    const { acquireTime } = spec;
    if (acquireTime === undefined || old.acquireTime === undefined) return [];
    if (compareMicroTimes(acquireTime, old.acquireTime) === 0) return [];
    if (releasesAsHolder(spec, old) || !keepsHolder(spec, old) || isCoordinated(spec, old) || !isHeld(old, context))
      return [];
    if (isRenewedAsAcquired(spec) && isRenewedAsAcquired(old) && isAfterCreation(old.acquireTime, metadata)) return [];
    return [
      invalid(
        ["spec", "acquireTime"],
        acquireTime,
        `must stay ${old.acquireTime} until another holder acquires the lease`,
      ),
    ];
  },
});

function isRenewedAsAcquired({ acquireTime, renewTime }: LeaseSpec): boolean {
  return isSameTime(acquireTime, renewTime);
}

/** Reports whether a time is later than the second in which kube-apiserver created the lease. */
function isAfterCreation(time: string, { creationTimestamp }: Pick<ObjectMeta, "creationTimestamp">): boolean {
  const created = parseTime(creationTimestamp ?? "");
  return created !== undefined && microTimeMs(time) >= created.getTime() + 1000;
}
