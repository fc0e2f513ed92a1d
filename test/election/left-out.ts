import { isDeepStrictEqual } from "node:util";
import { notSentWrites } from "../../src/cluster/registration/not-sent-writes.ts";
import { isMicroTime, microTimeMs } from "../../src/core/text/time.ts";
import type { Submission } from "../../src/engine/validate/submission.ts";
import { createValidate, type Validate } from "../../src/engine/validate/validate.ts";
import { defaultPolicy, type Policy } from "../../src/policy/policy.ts";
import { celRules } from "../../src/rules/cel/index.ts";
import { rules } from "../../src/rules/index.ts";
import type { Change } from "../../src/rules/rule.ts";
import type { Draft } from "../harness/objects.ts";
import { isPlainRenewal } from "../harness/plain-renewal.ts";
import { base, isSentByBase } from "../harness/sent-by-base.ts";
import { stamped } from "../harness/stamped.ts";

/** The reason why a finding is missing in an installation, as `docs/attacks.md` describes it. */
export type LeftOut = "namespace" | "node" | "deletion" | "plain renewal" | "metadata" | "removal";

/** Returns the reason why kube-apiserver does not send a write with `manifests/base`. */
export function notSentByBase(write: Submission): LeftOut | undefined {
  const { served, change, context } = write;
  if (isSentByBase(write, context.user)) return undefined;
  const { kind } = served.gvk;
  const { namespace } = metadataOf(change);
  if (notSentWrites({ kinds: [kind], operations: ["CREATE"], namespaces: [namespace] }, base).length > 0)
    return "namespace";
  if (context.user.groups.includes("system:nodes")) return "node";
  return change.operation === "DELETE" ? "deletion" : "plain renewal";
}

/**
 * Returns the reason why exported policies do not evaluate a write, or why they do not know its
 * time.
 */
export function notInExport(write: Submission): LeftOut | undefined {
  if (isSkippedByPolicies(write)) return "plain renewal";
  const change = write.change as Change<Draft>;
  if (stamped(change, write.context.now).hasClock) return undefined;
  if (change.operation === "DELETE") return "deletion";
  return change.operation === "UPDATE" && isDeepStrictEqual(change.object.spec, change.oldObject.spec)
    ? "metadata"
    : "removal";
}

export function isSkippedByPolicies({ served, change }: Submission): boolean {
  return served.gvk.kind === "Lease" && isPlainRenewal(change);
}

const inCel = rules.filter(({ id, isRelation }) => !isRelation && !("noCel" in (celRules.get(id) ?? {})));
/** Times at which no lease term of a history has begun, and at which all of them have expired. */
const farTimes = [new Date("1980-01-01T00:00:00Z"), new Date("2380-01-01T00:00:00Z")];

/** Returns the far times, and the begin of the lease term that the write can end. */
function someTimes(change: Change<Draft>): readonly Date[] {
  const renewTime = change.operation === "CREATE" ? undefined : change.oldObject.spec?.["renewTime"];
  return typeof renewTime === "string" && isMicroTime(renewTime)
    ? [...farTimes, new Date(microTimeMs(renewTime))]
    : farTimes;
}

/**
 * Returns a function that validates a write as exported policies do. If kube-apiserver writes no
 * time, a rule reports the write only if it reports it at any time. test/tools/cel-attacks.test.ts
 * and test/tools/cel-differential.test.ts compare the findings with those of the policies.
 */
export function asExported(policy: Policy): Validate {
  const validate = createValidate(inCel, policy);
  return (write) => {
    const { now, hasClock } = stamped(write.change as Change<Draft>, write.context.now);
    const verdict = validate({ ...write, context: { ...write.context, now } });
    if (hasClock) return verdict;
    const others = someTimes(write.change as Change<Draft>).map(
      (time) => validate({ ...write, context: { ...write.context, now: time } }).findings,
    );
    const findings = verdict.findings.filter(({ origin }) =>
      others.every((found) => found.some((finding) => finding.origin === origin)),
    );
    return { ...verdict, findings };
  };
}

/** Validates a write as the exported policies of the profile `strict` do. */
export const validateAsExported: Validate = asExported({ ...defaultPolicy, profile: "strict" });

function metadataOf(change: Change<unknown>): { readonly namespace: string } {
  const object = change.operation === "DELETE" ? change.oldObject : change.object;
  return (object as { readonly metadata: { readonly namespace: string } }).metadata;
}
