import { describe, expect, it } from "vitest";
import { goodConnection } from "../harness/doctor-cluster.ts";
import { diagnosed, failsClosed, webhook } from "../harness/planted.ts";

const connected = {
  facts: (cluster: Parameters<typeof goodConnection>[0]) => ({ connection: goodConnection(cluster) }),
};

describe("a good cluster", () => {
  it("has no finding, and only what needs --connect is unknown", () => {
    const { findings, checks } = diagnosed({});
    expect(findings).toEqual([]);
    const unknown = checks.filter(({ status }) => status === "unknown");
    expect(unknown.map(({ id, reasons }) => [id, ...reasons])).toEqual([
      ["doctor/ca-bundle-verifies", "needs --connect"],
      ["doctor/certificate-not-expiring", "needs --connect"],
      ["doctor/policy-loaded", "needs --connect"],
    ]);
  });

  it("passes every check with --connect", () => {
    const { checks } = diagnosed(connected);
    expect(checks.filter(({ status }) => status !== "passed")).toEqual([]);
    expect(checks.length).toBeGreaterThan(30);
  });

  it("has no finding with failurePolicy Fail", () => {
    expect(diagnosed({ plant: failsClosed }).findings).toEqual([]);
  });
});

describe("a resource that the user may not read", () => {
  const facts = (kind: "Pod" | "ValidatingWebhookConfiguration", resource: string) => ({
    plant: (cluster: Parameters<typeof failsClosed>[0]) => cluster.remove(kind),
    facts: () => ({
      read: new Set(["Service", "EndpointSlice", "Deployment", "ConfigMap"] as const),
      unread: [{ resource, reason: "forbidden" }],
    }),
  });

  it("is named, and makes its checks unknown", () => {
    const { unread, findings, checks } = diagnosed(facts("Pod", "pods"));
    expect(unread).toEqual([{ resource: "pods", reason: "forbidden" }]);
    expect(findings).toEqual([]);
    expect(checks.find(({ id }) => id === "doctor/images-equal")).toMatchObject({
      status: "unknown",
      reasons: ["needs pods: forbidden"],
    });
  });

  it("is not reported as missing", () => {
    const { findings, checks } = diagnosed(facts(webhook, "validatingwebhookconfigurations"));
    expect(findings).toEqual([]);
    expect(checks.find(({ id }) => id === "doctor/webhook-registered")?.status).toBe("unknown");
  });
});
