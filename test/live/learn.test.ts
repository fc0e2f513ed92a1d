import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli, startCli } from "../harness/cli.ts";
import { pick, renderedTogether } from "../tools/rendered-overlay.ts";
import { auditedWrites, refused } from "./harness/audited-writes.ts";
import { buildElector, startElector } from "./harness/elector.ts";
import { type Guard, startGuard } from "./harness/guard.ts";
import { allowElectors, electorsGroup, kubeconfigAs } from "./harness/impersonation.ts";
import { takenNow, untilHeld, untilRenewed } from "./harness/lease-spec.ts";
import type { Registration } from "./harness/registration.ts";
import { newest } from "./harness/release.ts";
import type { Service } from "./harness/service.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";
import { learnedChanges } from "./scenarios/learned-changes.ts";

const account = "system:serviceaccount:programs:controller";
const components = ["components/every-namespace", "components/plain-renewals", "components/deletions"];

describe("a policy that is learned from a real API server", () => {
  let started: World | undefined;
  let guard: Guard | undefined;
  const running: Service[] = [];
  const world = (): World => {
    if (!started) throw new Error("the cluster did not start");
    return started;
  };
  const restartGuard = async (flags: readonly string[]): Promise<void> => {
    await guard?.stop();
    guard = undefined;
    const registration = pick<Registration>(renderedTogether(components), "ValidatingWebhookConfiguration");
    guard = await startGuard(world(), { flags, edit: () => registration });
  };
  beforeAll(async () => {
    started = await startWorld({ ...newest, auditLevel: "RequestResponse" });
    await allowElectors(started);
    await buildElector(started);
  });
  afterAll(async () => {
    await Promise.all(running.map(({ stop }) => stop("SIGKILL")));
    await guard?.stop();
    await started?.stop();
  });

  const contend = (namespace: string, identity: string): Service => {
    const kubeconfig = kubeconfigAs(world(), account, [electorsGroup]);
    const client = startElector(world(), { namespace, identity, kubeconfig, leaseSeconds: 4 });
    running.push(client);
    return client;
  };

  /** Lets a leader crash, and lets its successor release the Lease of the namespace. */
  const elect = async (namespace: string, identities: readonly [string, string]): Promise<void> => {
    const place = { namespace, name: "elected-0" };
    const [first, second] = identities;
    const leader = contend(namespace, first);
    await untilHeld(world(), place, (holder) => holder === `${first}-0`);
    const successor = contend(namespace, second);
    await untilRenewed(world(), place, 20);
    await leader.stop("SIGKILL");
    await untilHeld(world(), place, (holder) => holder === `${second}-0`);
    await untilRenewed(world(), place, 20);
    await successor.stop();
  };

  /**
   * Learns a policy from a file, and removes its dates. Returns the path of the policy, which
   * denies no write in the file.
   */
  const learnPolicy = async (source: string, name: string): Promise<string> => {
    const policy = join(world().folder, name);
    const learned = await runCli(["learn", source, "-o", policy]);
    expect(learned).toMatchObject({ code: 0, stdout: "" });
    expect(learned.stderr).toContain("replayed: after its dates, the policy denies none of the writes");
    writeFileSync(policy, readFileSync(policy, "utf8").replaceAll(/warnUntil: [0-9-]+/g, "warnUntil: 2026-01-01"));
    const simulated = await runCli(["simulate", policy, source, "--fail-on", "deny"]);
    expect(simulated).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d{2,} reviews: 0 denied/) });
    return policy;
  };

  it("has the holders and durations, but no writers, if it is learned from listings", async () => {
    const namespace = await world().newNamespace();
    const flags = ["--watch", "20s", "-n", namespace, "--kubeconfig", join(world().folder, "kubeconfig.json")];
    const watching = startCli(["learn", ...flags]);
    const place = { namespace, name: "elected-0" };
    const leader = contend(namespace, "watched-7d9f6c8b5d-x2vzk");
    await untilHeld(world(), place, (holder) => holder.startsWith("watched-"));
    const learned = await watching.ended();
    await leader.stop("SIGKILL");
    expect(learned).toMatchObject({ code: 0, stderr: expect.stringContaining("The source does not show users") });
    expect(learned.stdout).not.toContain("metadata/writer-allowed");
    expect(learned.stdout).toContain(`${namespace}/elected-0: `);
  });

  it("denies no later write of the programs, and denies another user", { timeout: 300_000 }, async () => {
    const namespace = await world().newNamespace();
    const recording = join(world().folder, "reviews.jsonl");
    await restartGuard(["--record", recording]);
    await elect(namespace, ["controller-7d9f6c8b5d-x2vzk", "controller-7d9f6c8b5d-bcdfg"]);
    for (const [index, source] of [recording, world().auditLog].entries()) {
      const policy = await learnPolicy(source, `policy-${index}.yaml`);
      expect(readFileSync(policy, "utf8")).toContain(account);

      // While the webhook stops, kube-apiserver can fail to call it for a write of its own Leases.
      await restartGuard(["--policy", policy]);
      const earlier = auditedWrites(world()).length;
      await elect(namespace, ["controller-5b8c6d9f7d-8tq2w", "controller-5b8c6d9f7d-q7wz4"]);
      expect(refused(auditedWrites(world()).slice(earlier))).toEqual([]);
      const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/elected-0`;
      // The entries only warn about a new holder of a free Lease.
      const { body: free } = await world().api.call("GET", path);
      const held = { ...free, spec: takenNow("controller-5b8c6d9f7d-q7wz4", 15, 98) };
      const { body } = expectStatus(200, await world().api.call("PUT", path, { body: held }));
      const writer = { username: "system:serviceaccount:other:backup", groups: [electorsGroup] };
      const taken = await world().api.call("PUT", path, { body: { ...body, spec: takenNow("other", 4, 99) }, writer });
      expect(taken).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining("metadata/writer-allowed") },
      });
    }
  });

  learnedChanges(world, async (record) => {
    const recording = join(world().folder, "pods.jsonl");
    await restartGuard(["--record", recording]);
    await record();
    await restartGuard(["--policy", await learnPolicy(recording, "pods.yaml")]);
  });
});
