import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueCertificates } from "../../src/cluster/certs/issue.ts";
import type { CertificatePair } from "../../src/webhook/tls/certificate-check.ts";
import type { Served } from "../harness/cli.ts";
import { ecPair } from "../harness/ec-pair.ts";
import { legalBody } from "../harness/raw-request.ts";
import { mountSecret, type SecretMount } from "../harness/secret-mount.ts";
import { isShort } from "../harness/short.ts";
import type { Attack, Attacker } from "./attacker.ts";
import { attackers, strangers } from "./hostile-attackers.ts";
import { slowPattern } from "./hostile-shapes.ts";
import { buildLoad, type Load, maxP99Ms } from "./load.ts";
import { createMemoryCgroup, type MemoryCgroup } from "./memory-cgroup.ts";
import { loggedPort, maxAnonymousBytes, peakOf, serveMounted, terminate } from "./served.ts";

const seconds = isShort ? 3 : 10;

/** Time in seconds for which the honest clients send reviews before the attack. */
const warmUp = 1;

/**
 * True if the machine has several cores. The server then has core 0 for itself, as in the
 * benchmarks, and all other processes have the rest.
 */
const canPin = cpus().length > 1;

/**
 * A policy with the pattern that is slowest to match, and with 20 patterns for groups. Neither
 * matches a user or group of a review.
 */
const policy = JSON.stringify({
  apiVersion: "lease-guard.dev/v1alpha1",
  kind: "Policy",
  profile: "strict",
  administrators: {
    users: [slowPattern],
    groups: Array.from({ length: 20 }, (_, index) => `${"*a".repeat(index + 1)}*b`),
  },
});

const clientCa = ecPair({ commonName: "cluster CA", isCa: true });
const issuer = { commonName: "cluster CA", privateKey: clientCa.privateKey };

/** A group of attackers, and the certificate that clients of the server need. */
interface Siege {
  readonly attackers: readonly Attacker[];
  readonly client?: CertificatePair;
}

const sieges: Readonly<Record<string, Siege>> = {
  "a server": { attackers },
  "a server with client certificates": { attackers: strangers, client: ecPair({ issuer, usage: "clientAuth" }) },
};

let load: Load;
const folder = mkdtempSync(join(tmpdir(), "lease-guard-hostile-"));
beforeAll(async () => {
  load = await buildLoad();
  mkdirSync(join(folder, "policy"));
  writeFileSync(join(folder, "policy", "policy.yaml"), policy);
  writeFileSync(join(folder, "ca.crt"), clientCa.certificate);
  if (canPin)
    execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", `1-${cpus().length - 1}`, String(process.pid)]);
});
afterAll(() => {
  load.remove();
  rmSync(folder, { recursive: true });
});

describe.each(Object.entries(sieges))(
  "200 honest reviews a second and the probes succeed beside, for %s",
  (_, { attackers, client }) => {
    const policies = join(folder, "policy");
    let served: Served;
    let mount: SecretMount;
    /** In the cgroup, the kernel kills the server if it exceeds the limit of the manifest. */
    let cgroup: MemoryCgroup | undefined;
    let ports: Pick<Attack, "probes" | "metrics">;
    const target = () => ({ ...served, ...(client && { client }), review: legalBody });

    beforeAll(async () => {
      const issued = await issueCertificates({ dnsNames: ["localhost"], ipAddresses: ["127.0.0.1"], now: new Date() });
      mount = mountSecret(issued);
      cgroup = createMemoryCgroup();
      served = await serveMounted(mount, issued.caCertificate, {
        flags: ["--policy", policies, ...(client ? ["--client-ca-file", join(folder, "ca.crt")] : [])],
        through: [...(cgroup?.through ?? []), ...(canPin ? ["taskset", "--cpu-list", "0"] : [])],
      });
      ports = { probes: await loggedPort(served, "probes"), metrics: await loggedPort(served, "metrics") };
      // The warm-up gives V8 time to compile the code for small reviews.
      await load.send({ ...target(), flags: ["-rate", "200", "-for", "2s"] });
    });
    afterAll(async () => {
      served.child.kill("SIGKILL");
      mount.remove();
      await cgroup?.remove();
    });

    /**
     * Sends reviews over connections that exist before the attack, like the connections of
     * kube-apiserver. Also sends some reviews over new connections, and probes as the kubelet does.
     */
    async function honest() {
      const flags = ["-warm", `${warmUp}s`, "-for", `${seconds}s`];
      const send = (...more: readonly string[]) => load.measure({ ...target(), flags: [...flags, ...more] });
      const probe = (path: string) =>
        load.send({ port: ports.probes, path, flags: [...flags, "-rate", "1", "-fresh", "-timeout", "2s"] });
      const [kept, fresh, livez, readyz] = await Promise.all([
        // Like kube-apiserver, the client sends a review even if many others wait for their
        // responses.
        send("-rate", "200", "-workers", "400", "-timeout", "2s"),
        send("-rate", "10", "-fresh"),
        probe("/livez"),
        probe("/readyz"),
      ]);
      return { kept, fresh, livez, readyz };
    }

    it.each(attackers)("$name", async ({ name, start, accepts }) => {
      const peak = peakOf(served);
      const honestClients = honest();
      await wait(warmUp * 1000);
      const end = start({ served, load, ...ports, mount, policies, seconds });
      const { kept, fresh, livez, readyz } = await honestClients;
      peak.end();
      const outcomes = await end();
      const reviews = Object.values(kept.counts).reduce((sum, count) => sum + count, 0);
      const [p50, p99, max, freshP99] = [kept.p50, kept.p99, kept.max, fresh.p99].map((ms) => ms.toFixed(1));
      const megabytes = (peak.bytes() / 1e6).toFixed(0);
      const figures = `${reviews} reviews, p50 ${p50}, p99 ${p99}, max ${max} ms, at most ${megabytes} MB RssAnon`;
      const also = `p99 on new connections ${freshP99} ms, of the attacker ${JSON.stringify(outcomes)}`;
      process.stdout.write(`${name}: ${figures}, ${JSON.stringify(kept.counts)}; ${also}\n`);
      expect([kept.counts, fresh.counts, livez, readyz].map(Object.keys)).toEqual(Array(4).fill(["200"]));
      expect(reviews).toBeGreaterThanOrEqual(200 * seconds);
      expect(kept.p99).toBeLessThan(maxP99Ms);
      expect(peak.bytes()).toBeLessThan(maxAnonymousBytes);
      expect(outcomes).toSatisfy(accepts);
    });

    it("and the same process then stops in an orderly way", async () => {
      expect(served.child.exitCode).toBeNull();
      expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
    });
  },
);
