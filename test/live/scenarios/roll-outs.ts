import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Balancer, startBalancer } from "../../faults/balancer.ts";
import { mountSecret, type SecretMount } from "../../harness/secret-mount.ts";
import { buildElector } from "../harness/elector.ts";
import { pointedAt } from "../harness/guard.ts";
import { mapWebhooks, registrationsPath, shippedRegistration } from "../harness/registration.ts";
import { mustRun } from "../harness/run.ts";
import { generateCertificates, startWebhook, type Webhook } from "../harness/webhook.ts";
import { register, type World } from "../harness/world.ts";

const replicas = 2;
const electionsSeconds = 25;
/**
 * The time from SIGTERM until the load balancer removes the replica. The shutdown delay of
 * lease-guard is twice as long.
 */
const learnsLateMs = 1_500;
const rotationMs = 200;

/**
 * Tests that client-go clients can renew their Leases during a rollout of lease-guard, while the
 * replicas and their certificates change.
 */
export function rollOuts(world: () => World): void {
  describe("replicas and certificates change all the time, failurePolicy Fail", () => {
    let elector: string;
    let balancer: Balancer;
    let mount: SecretMount;
    let running: readonly Webhook[] = [];
    const judged: Webhook[] = [];

    const portOf = ({ url }: Webhook): number => Number(new URL(url).port);
    const start = async (): Promise<Webhook> => {
      const webhook = await startWebhook(mount.folder, [`--shutdown-delay-duration=${(2 * learnsLateMs) / 1000}s`]);
      judged.push(webhook);
      return webhook;
    };
    const pairIn = (folder: string) => ({
      certificate: readFileSync(join(folder, "tls.crt"), "utf8"),
      privateKey: readFileSync(join(folder, "tls.key"), "utf8"),
    });

    beforeAll(async () => {
      elector = await buildElector(world());
      mount = mountSecret(pairIn(world().certificates));
      running = await Promise.all(Array.from({ length: replicas }, start));
      balancer = await startBalancer(running.map(portOf));
    });
    afterAll(async () => {
      await world().api.call("DELETE", `${registrationsPath}/lease-guard`);
      await Promise.all(running.map(({ stop }) => stop()));
      balancer?.stop();
      mount?.remove();
    });

    it("no renewal is denied, and no Lease is lost", async () => {
      const other = join(world().folder, "other-certificates");
      await generateCertificates(other);
      const caBundle = Buffer.concat(
        [world().certificates, other].map((folder) => readFileSync(join(folder, "ca.crt"))),
      ).toString("base64");
      // The match conditions are removed, because plain renewals would otherwise not reach
      // lease-guard.
      const all = mapWebhooks(shippedRegistration(), (webhook) => ({ ...webhook, matchConditions: [] }));
      const url = `https://localhost:${balancer.port}/validate`;
      const namespace = await world().newNamespace();
      const decisions = () => judged.flatMap((webhook) => webhook.decisions());
      let attempts = 0;
      await register(world(), pointedAt(all, url, { failurePolicy: "Fail", caBundle }), async () => {
        const body = { metadata: { name: `probe-${attempts++}` }, spec: { holderIdentity: "probe" } };
        await world().api.call("POST", `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`, { body });
        return decisions().length > 0 ? true : undefined;
      });

      const kubeconfig = join(world().folder, "kubeconfig.json");
      const flags = [`-kubeconfig=${kubeconfig}`, `-namespace=${namespace}`, `-for=${electionsSeconds}s`];
      let electing = true;
      const elections = mustRun(elector, flags).finally(() => {
        electing = false;
      });
      const rotate = async () => {
        const pairs = [pairIn(other), pairIn(world().certificates)];
        for (let turn = 0; electing; turn++) {
          mount.swap(pairs[turn % 2] as (typeof pairs)[0]);
          await wait(rotationMs);
        }
      };
      let replaced = 0;
      const rollOut = async () => {
        while (electing) {
          const added = await start();
          balancer.add(portOf(added));
          const [leaving, ...staying] = running as readonly [Webhook, ...Webhook[]];
          running = [...staying, added];
          const stopped = leaving.stop();
          await wait(learnsLateMs);
          balancer.remove(portOf(leaving));
          await stopped;
          replaced++;
        }
      };
      await Promise.all([elections, rotate(), rollOut()]);

      const counts = JSON.parse(await elections);
      expect(Object.keys(counts).toSorted()).toEqual(["POST 201", "PUT 200"]);
      const renewals = decisions().filter(
        (decision) => decision.namespace === namespace && decision.operation === "UPDATE",
      );
      expect(counts["PUT 200"]).toBeGreaterThan(electionsSeconds * 10);
      // If the cache of the API server is out of date, the API server sends a write twice. A client
      // can cancel its last write after lease-guard has validated the write.
      expect(renewals.length).toBeGreaterThanOrEqual(counts["PUT 200"]);
      expect(replaced).toBeGreaterThan(2);
    });
  });
}
