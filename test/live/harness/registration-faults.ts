import { dayMs } from "../../../src/core/text/duration.ts";
import { type EcPairOptions, ecPair } from "../../harness/ec-pair.ts";
import { toBase64 } from "../../harness/to-base64.ts";
import { certificateTime } from "./certificate-time.ts";
import { installation } from "./doctor-replicas.ts";
import type { Change, Fault, Faults, Found } from "./plant.ts";
import { registrationsPath, shippedRegistration } from "./registration.ts";

const path = `${registrationsPath}/lease-guard`;
const object = "ValidatingWebhookConfiguration lease-guard";

/** Returns the `caBundle` with a CA that did not issue the certificate of the Service. */
function otherCa(options: EcPairOptions = {}): string {
  return toBase64(ecPair({ commonName: "lease-guard CA", isCa: true, ...options }).certificate);
}

/** Returns a JSON Patch operation that sets a field of a webhook. */
function set(webhook: 0 | 1, field: string, value: unknown): object {
  return { op: "add", path: `/webhooks/${webhook}/${field}`, value };
}

/** Returns JSON Patch operations that set the same field of both webhooks. */
function setBoth(field: string, value: unknown): readonly object[] {
  return [set(0, field, value), set(1, field, value)];
}

/** Returns a fault of the fields of the webhooks. */
function registered(patch: readonly object[], ...finds: readonly (readonly [check: string, field: string])[]): Fault {
  return { changes: [{ path, patch }], finds: finds.map(([check, field]): Found => [check, object, field]) };
}

const budget = installation("apis/policy/v1", "poddisruptionbudgets", "lease-guard");
const failClosed: Change = { path, patch: setBoth("failurePolicy", "Fail") };
const secondRegistration = { ...shippedRegistration(), metadata: { name: "guard" } };

/** Misconfigurations of the ValidatingWebhookConfiguration. */
export const registrationFaults: Faults = {
  "a deleted ValidatingWebhookConfiguration": {
    changes: [{ path, remove: true }],
    finds: [["doctor/webhook-registered", "", ""]],
  },
  "no webhooks": registered(
    [{ op: "replace", path: "/webhooks", value: [] }],
    ["doctor/webhook-registered", "webhooks"],
  ),
  "a second ValidatingWebhookConfiguration, without a caBundle": {
    changes: [{ path: registrationsPath, create: secondRegistration }],
    finds: [
      ["doctor/registered-once", "ValidatingWebhookConfiguration guard", ""],
      ["doctor/ca-bundle-set", "ValidatingWebhookConfiguration guard", "webhooks[0].clientConfig.caBundle"],
      ["doctor/ca-bundle-set", "ValidatingWebhookConfiguration guard", "webhooks[1].clientConfig.caBundle"],
    ],
  },
  "nothing with sideEffects NoneOnDryRun": registered(setBoth("sideEffects", "NoneOnDryRun")),
  "admissionReviewVersions without v1": registered(
    [set(0, "admissionReviewVersions", ["v1beta1"])],
    ["doctor/review-versions-known", "webhooks[0].admissionReviewVersions"],
  ),
  "another path": registered(
    [set(0, "clientConfig/service/path", "/mutate")],
    ["doctor/service-called", "webhooks[0].clientConfig.service.path"],
  ),
  "a webhook that calls another Service": registered(
    [set(1, "clientConfig/service/name", "other")],
    ["doctor/service-called", "webhooks[1].clientConfig.service"],
  ),
  "a URL with another path": registered(
    [{ op: "remove", path: "/webhooks/1/clientConfig/service" }, set(1, "clientConfig/url", "https://127.0.0.1:9/")],
    ["doctor/service-called", "webhooks[1].clientConfig.url"],
  ),
  "no caBundle": registered(
    [{ op: "remove", path: "/webhooks/0/clientConfig/caBundle" }],
    ["doctor/ca-bundle-set", "webhooks[0].clientConfig.caBundle"],
  ),
  "a caBundle that is not PEM": registered(
    [set(0, "clientConfig/caBundle", toBase64("no certificate"))],
    ["doctor/ca-bundle-valid", "webhooks[0].clientConfig.caBundle"],
    ["doctor/ca-bundle-verifies", "webhooks[0].clientConfig.caBundle"],
  ),
  "an expired caBundle": registered(
    [set(0, "clientConfig/caBundle", otherCa({ notAfter: certificateTime(-dayMs) }))],
    ["doctor/ca-bundle-valid", "webhooks[0].clientConfig.caBundle"],
    ["doctor/ca-bundle-verifies", "webhooks[0].clientConfig.caBundle"],
  ),
  "a caBundle that expires soon": registered(
    [set(1, "clientConfig/caBundle", otherCa({ notAfter: certificateTime(dayMs) }))],
    ["doctor/ca-bundle-not-expiring", "webhooks[1].clientConfig.caBundle"],
    ["doctor/ca-bundle-verifies", "webhooks[1].clientConfig.caBundle"],
  ),
  "the caBundle of another CA": registered(
    [set(1, "clientConfig/caBundle", otherCa())],
    ["doctor/ca-bundle-verifies", "webhooks[1].clientConfig.caBundle"],
  ),
  "another port": registered(setBoth("clientConfig/service/port", 8443), [
    "doctor/service-port",
    "webhooks[0].clientConfig.service.port",
  ]),
  "no updates": registered(
    [set(0, "rules/0/operations", ["CREATE"])],
    ["doctor/kinds-sent", "webhooks[0].rules[0].operations"],
  ),
  "a version that the API server does not serve": registered(
    [set(0, "rules/0/apiVersions", ["v1beta1"])],
    ["doctor/versions-sent", "webhooks[0].rules[0].apiVersions"],
  ),
  "matchPolicy Exact without a version that the API server serves": registered(
    [set(1, "rules/0/apiVersions", ["v1beta1"]), set(1, "matchPolicy", "Exact")],
    ["doctor/versions-sent", "webhooks[1].matchPolicy"],
  ),
  "failurePolicy Fail in kube-system": registered(
    [
      set(1, "failurePolicy", "Fail"),
      set(1, "namespaceSelector/matchExpressions/0/values", ["kube-node-lease", "lease-guard"]),
    ],
    ["doctor/system-namespaces-excluded", "webhooks[1].namespaceSelector"],
  ),
  "a namespaceSelector that selects no namespace": registered(
    [set(0, "namespaceSelector/matchExpressions/0", { key: "guarded", operator: "In", values: ["true"] })],
    ["doctor/namespaces-selected", "webhooks[0].namespaceSelector"],
  ),
  "a match condition that is never true": registered(
    [set(1, "matchConditions/-", { name: "never", expression: "false" })],
    ["doctor/namespaces-selected", "webhooks[1].matchConditions[1].expression"],
  ),
  "an objectSelector": registered(
    [set(0, "objectSelector", { matchLabels: { guarded: "true" } })],
    ["doctor/objects-selected", "webhooks[0].objectSelector"],
  ),
  "a match condition of another version": registered(
    [set(0, "matchConditions/1/expression", 'request.operation != "UPDATE" || object.spec != oldObject.spec')],
    ["doctor/match-conditions-current", "webhooks[0].matchConditions[1].expression"],
  ),
  "a timeout that holders cannot wait for": registered(
    [set(1, "timeoutSeconds", 30)],
    ["doctor/timeout-within-budget", "webhooks[1].timeoutSeconds"],
  ),
  "failurePolicy Fail without a PodDisruptionBudget": {
    changes: [failClosed, { path: budget, remove: true }],
    finds: [["doctor/disruption-budget", "Deployment lease-guard", ""]],
  },
  "failurePolicy Fail with a PodDisruptionBudget that evicts no pod": {
    changes: [failClosed, { path: budget, patch: { spec: { minAvailable: "100%" } } }],
    finds: [["doctor/disruption-budget", "PodDisruptionBudget lease-guard", "spec.minAvailable"]],
  },
  "failurePolicy Fail with a PodDisruptionBudget that evicts all pods": {
    changes: [failClosed, { path: budget, patch: { spec: { minAvailable: null, maxUnavailable: 2 } } }],
    finds: [["doctor/disruption-budget", "PodDisruptionBudget lease-guard", "spec.maxUnavailable"]],
  },
};
