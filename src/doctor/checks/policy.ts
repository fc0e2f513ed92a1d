import { textAt } from "../../core/api/fields.ts";
import { fieldMessage } from "../../core/field/error.ts";
import type { Severity } from "../../core/field/severity.ts";
import { policyKey, serveFlagNames } from "../../core/text/installed-name.ts";
import { policyIn } from "../../core/text/readyz.ts";
import { flagValue } from "../../installation/installation.ts";
import { activePolicy, deepestMount } from "../../installation/selected-policy.ts";
import type { Readiness, SnapshotObject } from "../../installation/snapshot.ts";
import type { PolicyDiagnostic } from "../../policy/file/read-policy.ts";
import { groupBy } from "../../report/group-by.ts";
import { objectTitle } from "../../report/object-title.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { shellLine } from "../quote.ts";
import { hasDeployment } from "./timing.ts";

export const policyChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/policy-exists",
    description: "the ConfigMap of the policy exists",
    applies: (examined) => hasDeployment(examined) && examined.policy.source !== "built-in",
    *run({ own, policy }) {
      if (policy.source === "unknown") yield { unknown: policy.reason };
      if (policy.source !== "missing") return;
      const { name, key, volume, configMap } = policy;
      const source = ["spec", "template", "spec", "volumes", volume, "configMap"] as const;
      if (configMap !== undefined && key === undefined) {
        const path = flagValue(own, serveFlagNames.policy);
        const message = `must contain a policy file for ${serveFlagNames.policy} ${path}`;
        return void (yield found("error", at(own.deployment, ...source, "items"), message));
      }
      if (configMap !== undefined)
        return void (yield found(
          "error",
          at(configMap, "data"),
          `must have the key ${key || policyKey} with the policy`,
        ));
      yield found(
        "error",
        at(own.deployment, ...source, "name"),
        `must name an existing ConfigMap: there is no ${objectTitle({ kind: "ConfigMap", namespace: own.namespace, name })}, so pods cannot start`,
        ["kubectl apply -f manifests/base/policy.yaml"],
      );
    },
  },
  {
    id: "doctor/policy-valid",
    description: "the policy is valid",
    applies: ({ policy }) => policy.source === "config-map" || policy.source === "built-in",
    run: policyErrors,
  },
  {
    id: "doctor/policy-without-warnings",
    description: "the policy has no warnings, such as expired exemptions",
    applies: ({ policy }) => policy.source === "config-map",
    *run({ policy, now }) {
      if (policy.source !== "config-map" || !policy.policy.ok) return;
      for (const each of policy.policy.value.warnings(now)) yield diagnosticFound("warning", policy.configMap, each);
    },
  },
  {
    id: "doctor/policy-reloads",
    description: "the policy is mounted as a directory, so that the pods load changes",
    applies: hasDeployment,
    run: fixedMounts,
  },
  {
    id: "doctor/policy-loaded",
    description: "every replica has loaded the policy of the ConfigMap",
    applies: ({ policy }) => policy.source === "config-map" && policy.policy.ok,
    run: otherRevisions,
  },
];

function* policyErrors({ own, policy }: Examined): Iterable<DoctorOutcome> {
  if (policy.source === "config-map" && !policy.policy.ok) {
    for (const each of policy.policy.error) yield diagnosticFound("error", policy.configMap, each);
    return;
  }
  const active = activePolicy(own, policy);
  if (!active.ok)
    yield found(
      "error",
      at(own.deployment, "spec", "template", "spec", "containers", own.containerIndex, "args"),
      active.error,
    );
}

function diagnosticFound(
  severity: Severity,
  configMap: SnapshotObject,
  { file, line, column, ...shown }: PolicyDiagnostic,
): DoctorOutcome {
  const spot = at(configMap, "data", { key: file });
  return found(severity, spot, `${line}:${column}: ${fieldMessage(shown)}`, ["lease-guard policy check policy.yaml"]);
}

function* fixedMounts({ own }: Examined): Iterable<DoctorOutcome> {
  const path = flagValue(own, serveFlagNames.policy);
  const placed = path === undefined ? undefined : deepestMount(own, path);
  if (placed === undefined || textAt(placed.mount, "subPath") === "") return;
  const spot = at(
    own.deployment,
    "spec",
    "template",
    "spec",
    "containers",
    own.containerIndex,
    "volumeMounts",
    placed.index,
    "subPath",
  );
  yield found(
    "warning",
    spot,
    "must be absent, because the kubelet does not update a file that is mounted with subPath",
    ["mountPath: /etc/lease-guard/policy"],
  );
}

/**
 * Yields a finding for each policy revision that pods report and that is not the revision of the
 * ConfigMap. Also yields a finding for each reported failure to load a policy.
 */
function* otherRevisions({ policy, snapshot, revisionOf }: Examined): Iterable<DoctorOutcome> {
  const readiness = snapshot.connection?.readiness;
  if (policy.source !== "config-map") return;
  if (readiness === undefined) return void (yield { unknown: "needs --connect" });
  if (readiness.length === 0) return void (yield { unknown: "no pod was found" });
  const spot = at(policy.configMap, "data");
  const revision = revisionOf(policy.files);
  for (const [state, replicas] of groupBy(readiness, policyState)) {
    const pods = replicas.map(({ pod }) => pod).join(", ");
    const remedy = [shellLine`kubectl -n ${policy.configMap.namespace} logs ${replicas[0]?.pod}`];
    if (state.startsWith("unknown")) yield { unknown: `${pods}: ${state}` };
    else if (state.startsWith("failed"))
      yield found("error", spot, `must be accepted by ${pods}, which reports: policy ${state}`, remedy);
    else if (state !== revision) {
      const message = `must be loaded by ${pods}, which has ${state} instead of ${revision}; wait a minute, or restart the pods`;
      yield found("warning", spot, message, remedy);
    }
  }
}

/**
 * Returns the policy revision that a replica reports, or a state that begins with `failed` or
 * `unknown`.
 */
function policyState({ text, reason }: Readiness): string {
  if (text === undefined) return `unknown, because /readyz did not respond: ${reason}`;
  const read = policyIn(text);
  if (read === undefined) return "unknown, because /readyz does not report the policy";
  return "failure" in read ? read.failure : read.revision;
}
