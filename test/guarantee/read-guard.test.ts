import { describe, expect, it } from "vitest";
import type { ApiServer } from "../../src/cluster/api-server.ts";
import { ClusterError } from "../../src/cluster/cluster-error.ts";
import type { Fields } from "../../src/core/api/fields.ts";
import { guardOf } from "../../src/guarantee/guard.ts";
import { readGuard } from "../../src/guarantee/read-guard.ts";
import { SnapshotBuilder } from "../../src/installation/snapshot-builder.ts";
import { goodCluster } from "../harness/doctor-cluster.ts";
import { streamed } from "../harness/streamed-server.ts";

const now = new Date("2026-07-01T08:00:00Z");
const progress = { show: (text: () => string): number => text().length, clear: () => {} };
const policy = {
  kind: "ValidatingAdmissionPolicy",
  metadata: { name: "lease-guard-lease-deny", annotations: { "lease-guard.dev/rules": "lease/x" } },
};

/** Returns an API server that responds with 403 to paths that end with an element of `denied`. */
function server(denied: readonly string[], objects: readonly Fields[] = goodCluster().objects): ApiServer {
  return streamed(async ({ path }) => {
    const [name = ""] = path.split("?");
    if (denied.some((end) => name.endsWith(end))) throw new ClusterError("forbidden", { status: 403 });
    if (name === "/version") return { body: { gitVersion: "v1.36.4" }, date: now };
    const of = (kind: string): readonly Fields[] => objects.filter((object) => object["kind"] === kind);
    if (name.includes("/configmaps/")) return { body: of("ConfigMap")[0] ?? {}, date: now };
    const plural = name.slice(name.lastIndexOf("/") + 1);
    const items = objects.filter(({ kind }) => `${String(kind).toLowerCase()}s` === plural.replace(/ies$/, "ys"));
    return { body: { kind: "List", items }, date: now };
  });
}

async function guardIn(api: ApiServer) {
  return guardOf(await readGuard(api, new SnapshotBuilder(api, progress)), { skewMs: 2000 }, now);
}

describe("the guard of a cluster", () => {
  it("has the webhooks and the policy of lease-guard", async () => {
    const guard = await guardIn(server([]));
    expect(guard.webhooks.ok && guard.webhooks.value.map(({ name }) => name)).toStrictEqual([
      "leases.lease-guard.dev",
      "leasecandidates.lease-guard.dev",
    ]);
    expect(guard.policy.ok && guard.policy.value.profile).toBe("default");
    expect([guard.skewMs.ok, guard.latencyMs.ok]).toStrictEqual([true, false]);
  });

  it("names the resource that could not be read", async () => {
    const denied = await guardIn(server(["/validatingwebhookconfigurations", "/deployments"]));
    expect(denied.webhooks).toStrictEqual({
      ok: false,
      error: "needs validatingwebhookconfigurations.admissionregistration.k8s.io: forbidden",
    });
    expect(denied.policy).toStrictEqual({ ok: false, error: "needs deployments.apps: forbidden" });
  });

  it("does not compare exported policies", async () => {
    const { webhooks } = await guardIn(server([], [policy]));
    expect(webhooks).toStrictEqual({ ok: false, error: expect.stringContaining("exported policies") });
  });

  it("knows the labels of a namespace only if it was read", async () => {
    const namespace = { kind: "Namespace", metadata: { name: "team-a", labels: { team: "a" } } };
    const { labelsOf } = await guardIn(server([], [namespace]));
    expect(labelsOf("team-a")).toStrictEqual({
      labels: new Map([
        ["team", "a"],
        ["kubernetes.io/metadata.name", "team-a"],
      ]),
      isComplete: true,
    });
    expect(labelsOf("team-b").isComplete).toBe(false);
  });
});
