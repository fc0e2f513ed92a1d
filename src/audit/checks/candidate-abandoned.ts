import { ageText } from "../../core/text/duration.ts";
import { candidateValidMs } from "../../rules/shared/candidate-life.ts";
import type { AuditCheck } from "../check.ts";

/**
 * The time without a renewal after which a LeaseCandidate counts as abandoned, in milliseconds.
 * kube-apiserver ignores a LeaseCandidate after 30 minutes without a renewal, and deletes such
 * LeaseCandidates every 30 minutes.
 */
const abandonedMs = 2 * candidateValidMs;

export const candidateAbandoned: AuditCheck = {
  id: "audit/candidate-abandoned",
  severity: "warning",
  description: "a LeaseCandidate must be renewed by its owner",
  kind: "LeaseCandidate",
  needs: [],
  check({ listed: { renewedMs, createdMs, pingedMs }, nowMs }) {
    const last = renewedMs ?? createdMs;
    if (last === undefined || nowMs - last <= abandonedMs) return undefined;
    const isPinged = pingedMs !== undefined && pingedMs > last && nowMs - pingedMs <= abandonedMs;
    const ignored = isPinged
      ? `does not respond to pings; the last ping was ${ageText(nowMs - pingedMs)} ago`
      : "is not pinged";
    return {
      field: "spec.renewTime",
      message: `the candidate has not renewed for ${ageText(nowMs - last)} and ${ignored}: delete it if its program does not run`,
      isStale: true,
    };
  },
};
