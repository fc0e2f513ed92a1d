import type { LeaseCandidateSpec, LeaseSpec } from "../../core/api/coordination.ts";
import { minuteMs } from "../../core/text/duration.ts";
import { microTimeMs } from "../../core/text/time.ts";
import type { RuleContext, UserInfo } from "../rule.ts";
import { serviceAccountUser, systemNamespace } from "./identities.ts";
import { heldUntil, maxTransitMs, termEndMs } from "./lease-term.ts";

/**
 * The longest remaining lease term for which rules delay the garbage collector. Common terms are
 * much shorter. A dead holder with a term of hours must not keep its lease for hours.
 */
export const longestDelayMs: number = 5 * minuteMs;

/** The time after which client-go renews a LeaseCandidate (`requeueInterval`). */
const candidateRenewalMs = 5 * minuteMs;

const garbageCollector = serviceAccountUser({ namespace: systemNamespace, name: "generic-garbage-collector" });

/**
 * Reports whether the user is the garbage collector with its own service account. Without
 * `--use-service-account-credentials`, the garbage collector and the namespace controller have the
 * same user, so the function returns false for both.
 */
export function isGarbageCollector({ username }: UserInfo): boolean {
  return username === garbageCollector;
}

/**
 * Returns the end of the lease term if a client certainly holds the lease, and the term ends within
 * five minutes.
 */
export function heldBrieflyUntil(spec: LeaseSpec, context: RuleContext): Date | undefined {
  const until = heldUntil(spec, context);
  const end = termEndMs(spec);
  return end !== undefined && end - context.now.getTime() <= longestDelayMs ? until : undefined;
}

/**
 * Returns the time until which the process of a LeaseCandidate counts as running: a minute after
 * its next renewal. Returns undefined after this time, and if renewTime is certainly wrong.
 */
export function runsUntil(
  { renewTime }: Pick<LeaseCandidateSpec, "renewTime">,
  { now, clockSkewMs }: RuleContext,
): Date | undefined {
  if (renewTime === undefined) return undefined;
  const renewed = microTimeMs(renewTime);
  const until = renewed + candidateRenewalMs + maxTransitMs;
  return renewed <= now.getTime() + clockSkewMs && now.getTime() < until ? new Date(until) : undefined;
}
