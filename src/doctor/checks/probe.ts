import { toSelector } from "../../cluster/registration/registration.ts";
import { excludesName } from "../../cluster/registration/selects-labels.ts";
import { activePolicy } from "../../installation/selected-policy.ts";
import type { Policy } from "../../policy/policy.ts";
import { modeAt, resolveRule } from "../../policy/resolve.ts";
import { rules } from "../../rules/index.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { probedRule } from "../probe.ts";

export const probeChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/probe-validated",
    description: "lease-guard validates a dry-run create of a Lease",
    applies: ({ snapshot }) => snapshot.probe !== undefined,
    run: unvalidatedProbe,
  },
];

function* unvalidatedProbe(examined: Examined): Iterable<DoctorOutcome> {
  const { probe } = examined.snapshot;
  if (probe === undefined || probe.text.includes(probedRule)) return;
  const { namespace, isSent, isAdmitted, text } = probe;
  if (!isSent) return void (yield { unknown: text });
  if (!isAdmitted)
    return void (yield found(
      "error",
      at(undefined),
      `a dry-run create of a Lease in ${namespace} must reach lease-guard: ${text}`,
    ));
  const reason = silentReason(examined, namespace);
  if (reason !== undefined) return void (yield { unknown: reason });
  yield found(
    "error",
    at(undefined),
    `a dry-run create of a Lease in ${namespace} must be reported by ${probedRule}: kube-apiserver admitted it without lease-guard`,
    [`kubectl -n ${examined.own.namespace} get pods,endpointslices`],
  );
}

/** Returns the reason why lease-guard need not report the probe, or undefined if it must. */
function silentReason({ own, policy, now }: Examined, namespace: string): string | undefined {
  const excludes = own.webhooks.every(({ value }) => excludesName(toSelector(value["namespaceSelector"]), namespace));
  if (own.webhooks.length > 0 && excludes) return `the webhooks exclude the namespace ${namespace}`;
  const active = activePolicy(own, policy);
  if (!active.ok) return active.error;
  return alwaysReports(active.value, now) ? undefined : `the policy does not set ${probedRule} to warn or deny`;
}

function alwaysReports(policy: Policy, now: Date): boolean {
  const rule = rules.find(({ id }) => id === probedRule);
  if (rule === undefined) return false;
  const { general, scopes, exemptions } = resolveRule(rule, policy);
  return exemptions.length === 0 && [general, ...scopes].every((each) => ["deny", "warn"].includes(modeAt(each, now)));
}
