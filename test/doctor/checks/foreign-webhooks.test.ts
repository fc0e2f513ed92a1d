import { describe, expect, it, test } from "vitest";
import type { Severity } from "../../../src/core/field/severity.ts";
import type { DoctorCheckId } from "../../../src/doctor/check.ts";
import type { Changeable } from "../../harness/doctor-cluster.ts";
import { type Changes, diagnosed } from "../../harness/planted.ts";

const leases = {
  apiGroups: ["coordination.k8s.io"],
  apiVersions: ["v1"],
  resources: ["leases"],
  operations: ["CREATE", "UPDATE"],
};
const everything = { apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"], operations: ["*"] };
const notSystem = {
  matchExpressions: [
    { key: "kubernetes.io/metadata.name", operator: "NotIn", values: ["kube-system", "kube-node-lease"] },
  ],
};
const condition = (expression: string) => ({ matchConditions: [{ name: "some", expression }] });

/** Returns a change that adds a webhook of another program, which calls a ready Service. */
function other(webhook: Changeable, kind = "ValidatingWebhookConfiguration"): Changes {
  const metadata = { name: "guard", namespace: "other" };
  return {
    plant: ({ add }) => {
      const clientConfig = { service: metadata };
      add({
        kind,
        metadata: { name: "other" },
        webhooks: [{ name: "other.example.com", timeoutSeconds: 2, rules: [leases], clientConfig, ...webhook }],
      });
      add({ kind: "Service", metadata });
      add({
        kind: "EndpointSlice",
        metadata: { name: "guard-x", namespace: "other", labels: { "kubernetes.io/service-name": "guard" } },
        endpoints: [{ addresses: ["10.0.0.1"] }],
      });
    },
  };
}

type Finding = readonly [id: DoctorCheckId, severity: Severity, field: string];

const closed = (severity: Severity): Finding => [
  "doctor/other-webhooks-fail-open",
  severity,
  "webhooks[0].failurePolicy",
];
const slow: Finding = ["doctor/other-webhooks-fast", "warning", "webhooks[0].timeoutSeconds"];
const listed: Finding = ["doctor/other-webhooks-listed", "info", "webhooks[0]"];
const system = (field = ""): Finding => ["doctor/other-webhooks-off-system-leases", "warning", `webhooks[0]${field}`];

const unmatched: Readonly<Record<string, Changeable>> = {
  "of pods": { rules: [{ ...everything, resources: ["pods", "pods/*"] }] },
  "of another API group": { rules: [{ ...leases, apiGroups: ["", "apps"] }] },
  "of a version that is not served": { rules: [{ ...leases, apiVersions: ["v1beta1"] }] },
  "of cluster-scoped objects": { rules: [{ ...everything, scope: "Cluster" }] },
  "of status subresources": { rules: [{ ...everything, resources: ["*/status"] }] },
  "of connections": { rules: [{ ...everything, operations: ["CONNECT"] }] },
  "of labeled objects": { objectSelector: { matchLabels: { inject: "true" } } },
  "of labeled namespaces": { namespaceSelector: { matchLabels: { inject: "true" } } },
  "with the documented condition": condition(
    '!(request.resource.group == "coordination.k8s.io" && request.resource.resource == "leases")',
  ),
};

/** The webhooks that match writes of Leases, and their findings in addition to the list. */
const rows: Readonly<Record<string, readonly [webhook: Changeable, ...findings: readonly Finding[]]>> = {
  "of deletes in namespaces of workloads": [
    { failurePolicy: "Ignore", namespaceSelector: notSystem, rules: [everything] },
  ],
  "that fails closed in one namespace": [{ namespaceSelector: { matchLabels: { team: "a" } } }, closed("warning")],
  "that fails closed everywhere": [{ failurePolicy: "Fail" }, closed("error")],
  "that fails closed by default, with wildcards": [{ rules: [everything] }, closed("error")],
  "that fails closed for all leases/*": [{ rules: [{ ...leases, resources: ["leases/*"] }] }, closed("error")],
  "that fails closed for kube-system": [
    {
      namespaceSelector: {
        matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "In", values: ["kube-system"] }],
      },
    },
    closed("error"),
  ],
  "that fails closed except for nodes": [
    { namespaceSelector: notSystem, ...condition('!("system:nodes" in request.userInfo.groups)') },
    closed("warning"),
  ],
  "that fails closed except for some users": [
    condition('request.userInfo.username != "jane" && size(object.spec) > 0'),
    closed("info"),
  ],
  "that fails open in kube-node-lease": [
    {
      failurePolicy: "Ignore",
      namespaceSelector: {
        matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "In", values: ["kube-node-lease"] }],
      },
    },
    system(".namespaceSelector"),
  ],
  "that fails open everywhere, for ten seconds": [
    { failurePolicy: "Ignore", timeoutSeconds: undefined },
    slow,
    system(),
  ],
  "that fails open everywhere, for four seconds": [{ failurePolicy: "Ignore", timeoutSeconds: 4 }, slow, system()],
  "that fails open everywhere, for three seconds": [{ failurePolicy: "Ignore", timeoutSeconds: 3 }, system()],
  "that fails open for workloads, for five seconds": [
    { failurePolicy: "Ignore", namespaceSelector: notSystem, timeoutSeconds: 5 },
  ],
  "that fails open for workloads, for six seconds": [
    { failurePolicy: "Ignore", namespaceSelector: notSystem, timeoutSeconds: 6 },
    slow,
  ],
};

describe("a webhook of another program", () => {
  it.each(Object.entries(unmatched))("%s", (_, webhook) => {
    expect(diagnosed(other(webhook)).findings).toEqual([]);
  });

  it.each(Object.entries(rows))("%s", (_, [webhook, ...expected]) => {
    const { findings } = diagnosed(other(webhook));
    expect(findings.map(({ id, severity, field }) => [id, severity, field])).toEqual([...expected, listed]);
  });

  it("is checked in a MutatingWebhookConfiguration, too, and counts twice if it can be invoked again", () => {
    const webhook = {
      failurePolicy: "Ignore",
      namespaceSelector: notSystem,
      timeoutSeconds: 3,
      reinvocationPolicy: "IfNeeded",
    };
    const { findings } = diagnosed(other(webhook, "MutatingWebhookConfiguration"));
    expect(findings).toMatchObject([
      { id: slow[0], object: { kind: "MutatingWebhookConfiguration" }, remedy: ["timeoutSeconds: 2"] },
      { id: listed[0], object: { kind: "MutatingWebhookConfiguration" } },
    ]);
  });

  test.each([
    ["without a Service", "Service", "does not exist"],
    ["without endpoints", "EndpointSlice", "has no ready endpoint"],
  ] as const)("%s", (_, kind, says) => {
    const { plant } = other({ namespaceSelector: { matchLabels: { team: "a" } } });
    const { findings } = diagnosed({
      plant: (cluster) => {
        plant?.(cluster);
        const { objects } = cluster;
        objects.splice(
          objects.findIndex(
            (object) => object["kind"] === kind && (object["metadata"] as Changeable)["namespace"] === "other",
          ),
          1,
        );
      },
    });
    expect(findings.find(({ id }) => id === "doctor/other-webhooks-available")).toMatchObject({
      severity: "error",
      field: "webhooks[0].clientConfig.service",
      message: expect.stringContaining(says),
    });
  });

  it("is quoted with the writes that it can stop, and with what to write", () => {
    const [finding] = diagnosed(other({})).findings;
    expect(finding?.message).toBe(
      "must be Ignore, or webhook other.example.com must exclude Leases: while it fails, kube-apiserver rejects creates and updates of Leases in kube-node-lease, kube-system, and other namespaces, after up to 2 s",
    );
    expect(finding?.remedy).toEqual([
      "namespaceSelector:",
      "  matchExpressions:",
      "    - {key: kubernetes.io/metadata.name, operator: NotIn, values: [kube-node-lease, kube-system]}",
      expect.stringContaining("https://github.com/gardener/gardener/"),
    ]);
  });

  it("is listed with its writes, timeout, and failure policy, even if it is harmless", () => {
    const { findings, checks } = diagnosed(other({ failurePolicy: "Ignore", namespaceSelector: notSystem }));
    expect(findings.map(({ severity, message }) => [severity, message])).toEqual([
      [
        "info",
        "webhook other.example.com can delay creates and updates of Leases in other namespaces by up to 2 s with failurePolicy Ignore",
      ],
    ]);
    expect(checks.filter(({ status }) => status === "failed")).toEqual([]);
  });

  it.each([
    ["v1.37.2", "MutatingWebhookConfiguration", false],
    ["v1.38.0-beta.0", "MutatingWebhookConfiguration", true],
    ["v1.38.0", "ValidatingWebhookConfiguration", false],
  ])("is listed with staticOrder, in %s and for a %s: %s", (serverVersion, kind, names) => {
    const { plant } = other({ failurePolicy: "Ignore", namespaceSelector: notSystem }, kind);
    const { findings } = diagnosed({ ...(plant && { plant }), facts: () => ({ serverVersion }) });
    const message = findings.find(({ id }) => id === listed[0])?.message ?? "";
    expect(
      message.endsWith(
        "; with staticOrder StaticLast or ByName, webhooks on the disk of kube-apiserver can change these writes after it",
      ),
    ).toBe(names);
  });

  it.each([
    {
      deadline: 10,
      timeout: 6,
      reason: "must be at most 5: WEBHOOK by 6 s WITH, and a renewal has 5 s, half of the renew deadline",
    },
    {
      deadline: 40,
      timeout: 18,
      reason: "must be at most 15: WEBHOOK by 18 s WITH, and Gardener allows 15 s for Leases",
      page: "gardener",
    },
    {
      deadline: 30,
      timeout: 18,
      reason: "must be at most 15: WEBHOOK by 18 s WITH, and Gardener allows 15 s for Leases",
      page: "gardener",
    },
  ])("is compared with the limit that applies: $timeout s of $deadline s", ({ deadline, timeout, reason, page }) => {
    const webhook = { failurePolicy: "Ignore", namespaceSelector: notSystem, timeoutSeconds: timeout };
    const [finding] = diagnosed({ ...other(webhook), options: { renewDeadlineSeconds: deadline } }).findings;
    const shown = finding?.message.replace(/webhook other.example.com can delay .+ namespaces/, "WEBHOOK");
    expect(shown?.replace("with failurePolicy Ignore", "WITH").startsWith(reason)).toBe(true);
    expect(finding?.remedy).toEqual(
      [/timeoutSeconds: \d+/, ...(page === undefined ? [] : [/gardener/])].map((line) => expect.stringMatching(line)),
    );
  });
});
