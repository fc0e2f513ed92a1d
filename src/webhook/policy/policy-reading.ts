import { failed, ok, type Result } from "../../core/field/result.ts";
import type { PolicyFile } from "../../policy/file/policy-parts.ts";
import { diagnosticText, type ReadablePolicy, readPolicy } from "../../policy/file/read-policy.ts";
import type { Policy } from "../../policy/policy.ts";

/** A valid policy and its warnings at the time of the read. Contains no functions. */
export interface PolicyReading {
  readonly policy: Policy;
  readonly files: readonly PolicyFile[];
  readonly warnings: readonly string[];
  /**
   * The first date of the policy after the read, in milliseconds since 1970. The warnings can
   * change at this date. Infinity if the policy has no such date.
   */
  readonly nextDate: number;
}

export type PolicyReadingResult = Result<PolicyReading, readonly string[]>;

export function policyReading(files: readonly PolicyFile[], now: Date): PolicyReadingResult {
  const read = readPolicy(files);
  if (read.ok) return ok(readingOf(read.value, now));
  return failed(read.error.map((error) => diagnosticText(error, "error")));
}

export function readingOf({ policy, files, warnings }: ReadablePolicy, now: Date): PolicyReading {
  return {
    policy,
    files,
    warnings: warnings(now).map((warning) => diagnosticText(warning, "warning")),
    nextDate: nextDate(policy, now),
  };
}

function nextDate({ rules, exemptions }: Policy, now: Date): number {
  const settings = [...rules.values()].flatMap(({ scopes = [], ...general }) => [general, ...scopes]);
  const dates = [...settings.map(({ warnUntil }) => warnUntil), ...exemptions.map(({ expires }) => expires)];
  return dates.reduce(
    (next, date) => (date !== undefined && date > now ? Math.min(next, date.getTime()) : next),
    Number.POSITIVE_INFINITY,
  );
}
