import { readFileSync } from "node:fs";
import { exported, only } from "../../export/exported.ts";
import { exposedSeries } from "../../harness/exposed-series.ts";
import { toBase64 } from "../../harness/to-base64.ts";

/** A pattern for a command, and the output of this command in the cluster of the pages. */
export type Answer = readonly [pattern: string, output: string];

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 4)}\n`;
const list = (items: readonly unknown[]): string =>
  json({ apiVersion: "v1", items, kind: "List", metadata: { resourceVersion: "" } });

/** The Lease that the pages find in their cluster. Its duration is an error. */
const lease = {
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: { name: "controller", namespace: "team-a", resourceVersion: "7" },
  spec: { holderIdentity: "controller-1", leaseDurationSeconds: 0, renewTime: "2026-07-01T08:00:00.000000Z" },
};

/**
 * Log lines with the `msg` of the server. The test of the pages compares the phrases with the code.
 */
const logLines: readonly object[] = [
  ...["deny", "warn"].map((mode) => ({
    level: "info",
    user: "jane",
    namespace: "team-a",
    name: "controller",
    allowed: mode !== "deny",
    rules: ["lease/holder-kept-until-expiry"],
    modes: [`lease/holder-kept-until-expiry=${mode}`],
    durationMs: 250,
    msg: "decision",
  })),
  {
    level: "info",
    user: "jane",
    operation: "UPDATE",
    allowed: false,
    rules: [],
    modes: ["schema/limits=deny"],
    msg: "decision",
  },
  { level: "warn", user: "jane", allowed: true, rules: [], undecoded: ["spec.renewTime"], msg: "decision" },
  { level: "warn", code: 400, reason: "no JSON", msg: "refused" },
  { level: "error", msg: "request failed" },
  { level: "error", msg: "rule failed and was skipped" },
  { level: "error", msg: "policy file rejected; the previous policy stays active" },
  { level: "warn", msg: "reviews could not be recorded" },
  { level: "info", msg: "serving certificate changed" },
  { level: "warn", msg: "clock differs from the clock of kube-apiserver" },
];

/** The policies of the page about exports, without the bindings. */
const exportedPolicies = exported(
  only({
    "lease/duration-within-bounds": { mode: "deny", parameters: { maxSeconds: 300 } },
    "lease/strategy-kept": { mode: "deny" },
  }),
  { version: "0.1.0" },
).objects.filter(({ kind }) => kind === "ValidatingAdmissionPolicy");

/** The phrases of the log lines. */
export const logPhrases: readonly string[] = logLines.flatMap((line) => ("msg" in line ? [String(line.msg)] : []));

/** Commands whose output only a person reads. Each of them prints one name. */
const looks: readonly string[] = [
  " describe (?:certificate|deployment) lease-guard$",
  " get certificates,certificaterequests$",
  " get cronjobs,jobs -l app.kubernetes.io/component=certificates$",
  " get endpointslices(?: -l kubernetes.io/service-name=lease-guard|,servicemonitors,networkpolicies)$",
  " get events --sort-by=.lastTimestamp$",
  " get node NODE -o jsonpath=.*DiskPressure",
  " get pods (?:-l app.kubernetes.io/name=lease-guard )?-o wide$",
  " get pods -o jsonpath=.*\\.spec\\.nodeName",
  " get pods -o jsonpath=.*\\.lastState\\.terminated\\.reason",
  " get reports.openreports.io -A -l app.kubernetes.io/component=audit$",
  " get secret lease-guard-tls -o jsonpath={.type}",
  " get validatingwebhookconfiguration lease-guard -o jsonpath=.*\\.clientConfig\\.caBundle",
  " top pods -n lease-guard(?: --containers)?$",
];

/**
 * Returns the responses of the programs of a cluster to the commands of the pages. The first match
 * counts.
 */
export async function clusterAnswers(
  policy: string,
  pair: { readonly certificate: string; readonly privateKey: string },
): Promise<readonly Answer[]> {
  const registration = readFileSync("manifests/base/validating-webhook-configuration.yaml", "utf8");
  const configMap = json({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "lease-guard-policy", namespace: "lease-guard" },
    data: { "policy.yaml": policy },
  });
  const metrics = (await exposedSeries()).map((series) => `${series} 1\n`).join("");
  return [
    ["^curl .*8080/metrics", metrics],
    ["^curl .*8081/readyz", "[+]certificate ok\nreadyz check passed\n"],
    [" logs ", logLines.map((line) => `${JSON.stringify(line)}\n`).join("")],
    [
      " get --raw /metrics",
      ["rejection", "fail_open"]
        .map((kind) => `apiserver_admission_webhook_${kind}_count{name="leases.lease-guard.dev"} 1\n`)
        .join("") +
        readFileSync("test/fixtures/election-metrics/apiserver.prom", "utf8") +
        'apiserver_validating_admission_policy_check_total{enforcement_action="warn",policy="lease-guard-fence-a"} 2\n',
    ],
    [" debug ", "tcp 0 0 10.0.0.1:8443 10.0.0.2:43210 ESTABLISHED\n"],
    [" get validatingadmissionpolicies ", list(exportedPolicies)],
    [
      " get validatingwebhookconfigurations,",
      list([
        {
          kind: "ValidatingWebhookConfiguration",
          apiVersion: "admissionregistration.k8s.io/v1",
          metadata: { name: "lease-guard" },
          webhooks: [{ clientConfig: { service: { namespace: "lease-guard", name: "lease-guard" } } }],
        },
      ]),
    ],
    [" get validatingwebhookconfiguration lease-guard -o yaml", registration],
    [" get configmap .*-o jsonpath=.*managedFields", "kubectl-client-side-apply\n"],
    [" get configmap .*-o jsonpath", policy],
    [" (?:get|create) configmap .*-o yaml", configMap],
    [" get secret .*tls\\\\.crt", toBase64(pair.certificate)],
    [" get secret .*tls\\\\.key", toBase64(pair.privateKey)],
    [" get secret .*ca\\\\.crt", toBase64(pair.certificate)],
    [" get deployment,statefulset,serviceaccount ", "deployment.apps/controller\nserviceaccount/controller\n"],
    [" get service ", "service.beta.openshift.io/serving-cert-secret-name: lease-guard-tls\n"],
    [" version -o json", json({ serverVersion: { major: "1", minor: "36", gitVersion: "v1.36.4" } })],
    [" get (?:leases|lease |namespaces,leases)", list([lease])],
    ...looks.map((pattern): Answer => [pattern, "lease-guard\n"]),
  ];
}
