import type { ObjectReference } from "../core/field/object-reference.ts";
import { candidateResource } from "../listing/read-cluster.ts";
import { describedOrigins, readerOrigins } from "../report/descriptions.ts";
import { ruleById } from "../rules/find-rule.ts";
import { runsIn } from "../rules/rule-runner.ts";
import { managedFields } from "./check.ts";
import { checkOf } from "./checks.ts";
import { isLed } from "./election.ts";
import { isPossible } from "./possible-checks.ts";
import type { AuditedObject, AuditResult } from "./result.ts";

/**
 * Returns the reason why a check, a rule, or another origin of findings did not run, as a clause.
 * Returns undefined if it ran.
 */
export function whyNotRun(result: AuditResult, origin: string): string | undefined {
  const check = checkOf(origin);
  if (check !== undefined) return isPossible(check, result) ? undefined : `it needs ${check.needs.join(", ")}`;
  const rule = ruleById(origin);
  if (rule === undefined) return isOfDecoding(origin) ? undefined : notInAudits;
  if (!runsIn("audit", rule)) return notInAudits;
  if (!result.rules.has(origin)) return "its mode in the policy is off";
  return rule.isRelation && !result.hasCandidates ? `it needs ${candidateResource}` : undefined;
}

const notInAudits = "an audit cannot run it";

function isOfDecoding(origin: string): boolean {
  return describedOrigins().some(({ id }) => id === origin) && !Object.hasOwn(readerOrigins, origin);
}

/**
 * Reports whether an audit would have found a problem of an object. The object is undefined if the
 * listing does not contain it.
 */
export function wouldFind(
  result: AuditResult,
  origin: string,
  { kind, object }: { readonly kind: ObjectReference["kind"]; readonly object: AuditedObject | undefined },
): boolean {
  if (result.isPartial || whyNotRun(result, origin) !== undefined) return false;
  if (object === undefined) return kind !== "LeaseCandidate" || result.hasCandidates;
  const check = checkOf(origin);
  const rule = ruleById(origin);
  if (check === undefined && rule === undefined) return true;
  if (object.isUnchecked || (object.isYoung && !check?.isAgeless && (check ?? rule?.isRelation))) return false;
  if (check?.needs.includes("a second listing") && object.writesPerMinute === undefined) return false;
  if (check?.uses?.includes(managedFields) && !result.hasManagedFields) return false;
  const isHeld = object.election !== undefined && isLed(object.election.state);
  return isHeld || result.hasEvents || !check?.uses?.includes("events");
}
