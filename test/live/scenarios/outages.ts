import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { portOf } from "../../harness/port-of.ts";
import type { Answer } from "../harness/api.ts";
import { caBundle, type Guard, pointedAt, startGuard } from "../harness/guard.ts";
import { registrationsPath, shippedRegistration, shippedTimeoutSeconds } from "../harness/registration.ts";
import { leaseSpec, type Release } from "../harness/release.ts";
import { webhookCounter } from "../harness/webhook-counter.ts";
import { expectStatus, freshCache, objectOf, pathOf, register, type World } from "../harness/world.ts";

/**
 * The time limit in milliseconds for a write that does not wait for lease-guard. Such a write takes
 * a few milliseconds, and more on a busy machine.
 */
const atOnceMs = 1000;

/**
 * The time limit in milliseconds for a write that waits for lease-guard until the timeout. The
 * limit includes a second for the rest of the request.
 */
const inTimeMs = shippedTimeoutSeconds() * 1000 + 1000;

/** Tests writes while lease-guard is down or does not respond. */
export function outages(release: Release, world: () => World): void {
  const lease = release.kinds.find(({ kind }) => kind === "Lease");
  if (!lease) throw new Error(`${release.version} serves no Lease`);
  const patchSpec = (namespace: string, spec: object): Promise<Answer> =>
    world().api.call("PATCH", pathOf(lease, namespace, "held"), {
      contentType: "application/merge-patch+json",
      body: { spec },
    });
  const hold = async (): Promise<string> => {
    const namespace = await world().newNamespace();
    expectStatus(
      201,
      await world().api.call("POST", pathOf(lease, namespace), { body: objectOf(lease, { name: "held" }, leaseSpec) }),
    );
    return namespace;
  };
  const renews = async (namespace: string): Promise<void> => {
    for (const second of [10, 12, 14]) {
      const { status, durationMs } = await patchSpec(namespace, { renewTime: `2026-01-01T00:00:${second}.000000Z` });
      expect(status).toBe(200);
      expect(durationMs).toBeLessThan(atOnceMs);
    }
  };

  describe.each(["Fail", "Ignore"] as const)("lease-guard killed, failurePolicy %s", (failurePolicy) => {
    let guard: Guard;
    let namespace: string;
    beforeAll(async () => {
      guard = await startGuard(world(), { failurePolicy });
      namespace = await hold();
      await guard.kill();
    });
    afterAll(() => guard?.stop());

    it("a plain renewal is allowed at once", () => renews(namespace));

    it(failurePolicy === "Fail" ? "another update is refused" : "another update passes in time", async () => {
      await freshCache(world(), pathOf(lease, namespace, "held"));
      const name = "leases.lease-guard.dev";
      const [failedOpen, failedClosed] = [
        () => webhookCounter(world(), "fail_open_count", { name, type: "validating" }),
        () =>
          webhookCounter(world(), "rejection_count", { name, type: "validating", error_type: "calling_webhook_error" }),
      ];
      const before = [await failedOpen(), await failedClosed()] as const;
      const { status, body, durationMs } = await patchSpec(namespace, { holderIdentity: "elector-2" });
      expect(status).toBe(failurePolicy === "Fail" ? 500 : 200);
      if (failurePolicy === "Fail") expect(body.message).toContain('failed calling webhook "leases.lease-guard.dev"');
      expect(durationMs).toBeLessThan(inTimeMs);
      const isClosed = failurePolicy === "Fail";
      expect([(await failedOpen()) > before[0], (await failedClosed()) > before[1]]).toEqual([!isClosed, isClosed]);
    });
  });

  describe("lease-guard hangs, failurePolicy Ignore as published", () => {
    const silent: Server = createServer();
    let connections = 0;
    let attempts = 0;
    let namespace: string;
    beforeAll(async () => {
      namespace = await hold();
      silent.on("connection", (socket) => {
        connections += 1;
        socket.on("error", () => undefined).resume();
      });
      silent.listen(0, "127.0.0.1");
      await once(silent, "listening");
      const { failurePolicy } = shippedRegistration().webhooks[0] ?? { failurePolicy: "none" };
      const url = `https://localhost:${portOf(silent)}/validate`;
      await register(
        world(),
        pointedAt(shippedRegistration(), url, { failurePolicy, caBundle: caBundle(world()) }),
        async () => {
          attempts += 1;
          await patchSpec(namespace, { leaseTransitions: leaseSpec.leaseTransitions + attempts }); // the match condition excludes an update that changes nothing
          return connections > 0 ? true : undefined;
        },
      );
    });
    afterAll(async () => {
      await world().api.call("DELETE", `${registrationsPath}/lease-guard`);
      silent.close();
    });

    it("a plain renewal is allowed at once", () => renews(namespace));

    it("another update is allowed after the published timeout", async () => {
      await freshCache(world(), pathOf(lease, namespace, "held"));
      const { status, durationMs } = await patchSpec(namespace, { holderIdentity: "elector-3" });
      expect(status).toBe(200);
      expect(durationMs).toBeGreaterThan(inTimeMs - 2000);
      expect(durationMs).toBeLessThan(inTimeMs);
    });

    it("the audit log shows that it was allowed without validation", () => {
      const entries = readFileSync(world().auditLog, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      const unjudged = entries
        .filter(({ verb, objectRef }) => verb === "patch" && objectRef.namespace === namespace)
        .at(-1);
      expect(unjudged.annotations).toMatchObject({
        "failed-open.validating.webhook.admission.k8s.io/round_0_index_0": "leases.lease-guard.dev",
      });
    });
  });
}
