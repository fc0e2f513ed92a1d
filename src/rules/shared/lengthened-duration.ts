import type { LeaseSpec } from "../../core/api/coordination.ts";
import type { RuleContext } from "../rule.ts";
import { isSameTime } from "./field-changes.ts";
import { isTrustedWriter } from "./identities.ts";
import { isHeld, isRenewedNow, keepsHolder, movesForward, termEndMs } from "./lease-term.ts";
import { namesAnotherPod, namesPod, writerPod } from "./pod-names.ts";

/**
 * Reports whether the holder certainly or possibly did not request the longer duration that a write
 * sets for an expired lease without a renewal. A renewal always changes `renewTime`, even if the
 * clock of the holder is wrong.
 */
export function unrequestedDuration(
  spec: LeaseSpec,
  old: LeaseSpec,
  context: RuleContext,
): "certain" | "possible" | undefined {
  if (!lengthensExpired(spec, old, context)) return undefined;
  const writer = writerPod(context.user);
  if (writer === undefined || isTrustedWriter(context) || !isSameTime(spec.renewTime, old.renewTime)) return "possible";
  const { holderIdentity = "" } = spec;
  // The rule lease/written-by-its-holder reports a pod that changes the lease of another pod.
  if (namesPod(holderIdentity, writer) || namesAnotherPod(holderIdentity, writer)) return undefined;
  const end = termEndMs(spec);
  return end !== undefined && end > context.now.getTime() + context.clockSkewMs ? "certain" : "possible";
}

/** Reports whether a write sets a longer duration for an expired lease without a renewal. */
function lengthensExpired(spec: LeaseSpec, old: LeaseSpec, context: RuleContext): boolean {
  const { leaseDurationSeconds = 0, renewTime } = spec;
  const { leaseDurationSeconds: before = 0 } = old;
  if (leaseDurationSeconds <= before || !keepsHolder(spec, old) || movesForward(renewTime, old.renewTime)) return false;
  // If a clock that is ahead has set the previous renewTime, the holder renews with an earlier
  // time.
  return !isHeld(old, context) && !isRenewedNow(spec, context);
}
