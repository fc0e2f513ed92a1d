import { expect, it, test } from "vitest";
import { ClusterError } from "../../../src/cluster/cluster-error.ts";
import { probedRule, readProbe } from "../../../src/doctor/probe.ts";
import type { Probe } from "../../../src/installation/snapshot.ts";
import { type Changes, diagnosed, inBoth, policyOf, testPlanted } from "../../harness/planted.ts";

const admitted: Probe = { namespace: "default", isSent: true, isAdmitted: true, text: "" };

/** Returns the response to the probe, and a change of the cluster. */
const probed = (probe: Partial<Probe>, plant: NonNullable<Changes["plant"]> = () => undefined): Changes => ({
  plant,
  facts: () => ({ probe: { ...admitted, ...probe } }),
});

const excluding = {
  matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "NotIn", values: ["default"] }],
};

test.each([
  ["a warning of the rule", "passed", probed({ text: `299 - "spec.holderIdentity: must not (${probedRule})"` })],
  ["a denial by the rule", "passed", probed({ isAdmitted: false, text: `denied the request: (${probedRule})` })],
  ["no permission", "unknown", probed({ isSent: false, isAdmitted: false, text: "forbidden" })],
  ["a policy that only observes", "unknown", probed({}, policyOf("profile: observe\n"))],
  ["a namespace that the webhooks exclude", "unknown", probed({}, inBoth(["namespaceSelector"], excluding))],
])("%s: %s", (_, status, changes) => {
  const { checks, findings } = diagnosed(changes);
  expect(checks.find(({ id }) => id === "doctor/probe-validated")?.status).toBe(status);
  expect(findings.filter(({ id }) => id === "doctor/probe-validated")).toEqual([]);
});

testPlanted({
  "the probe is admitted without a finding": {
    ...probed({}),
    finds: ["doctor/probe-validated", "error", ""],
    says: "without lease-guard",
  },
  "the call of the webhook fails": {
    ...probed({ isAdmitted: false, text: "the API server responded with 500: failed calling webhook" }),
    finds: ["doctor/probe-validated", "error", ""],
    says: "failed calling webhook",
  },
});

it("creates one Lease with a generated name in a dry run", async () => {
  const sent: object[] = [];
  const probe = await readProbe(async (request) => {
    sent.push(request);
    return { body: {}, date: undefined, warning: "299 - x" };
  }, "team-a");
  expect(probe).toEqual({ namespace: "team-a", isSent: true, isAdmitted: true, text: "299 - x" });
  expect(sent).toMatchObject([
    {
      method: "POST",
      path: "/apis/coordination.k8s.io/v1/namespaces/team-a/leases?dryRun=All",
      body: { metadata: { generateName: "lease-guard-probe-" } },
    },
  ]);
});

it.each([
  [403, 'leases is forbidden: User "jane" cannot create resource "leases"', false],
  [404, "namespaces not found", false],
  [403, 'admission webhook "leases.lease-guard.dev" denied the request', true],
  [500, "failed calling webhook", true],
])("a response with %i and %j proves something: %s", async (status, message, isSent) => {
  const probe = await readProbe(() => Promise.reject(new ClusterError(message, { status })), "default");
  expect(probe).toEqual({ namespace: "default", isSent, isAdmitted: false, text: message });
});
