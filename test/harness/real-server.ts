import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { vi } from "vitest";
import { anyPorts, startCli } from "./cli.ts";
import { ecPair } from "./ec-pair.ts";
import { metricSamples } from "./metric-samples.ts";
import { post, rawRequest } from "./raw-request.ts";
import { mountSecret } from "./secret-mount.ts";

/** A running `lease-guard serve`, and functions that cause events in it. */
export interface RealServer {
  /**
   * Sends a valid POST request with this body, or the bytes of another request. Resolves to the HTTP
   * status of the response, or to undefined if there was none.
   */
  readonly send: (body: string, request?: string) => Promise<number | undefined>;
  /** Replaces the fields of the policy, and resolves when the server has loaded or rejected it. */
  readonly writePolicy: (fields: string) => Promise<void>;
  /** Replaces the certificate, and resolves when the server has rejected it. */
  readonly writeBadCertificate: () => Promise<void>;
  /** Makes every write to the recording fail. */
  readonly breakRecording: () => void;
  /** Closes the pipe to which the server writes its log. */
  readonly breakLog: () => void;
  /** Returns the samples of a new scrape. */
  readonly scrape: () => Promise<ReadonlyMap<string, number>>;
  readonly stop: () => void;
}

/** Starts the built server with a policy, a recording, and files for its certificate. */
export async function startRealServer(policy: string, flags: readonly string[] = []): Promise<RealServer> {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-real-"));
  const pair = ecPair();
  const mount = mountSecret(pair);
  const policyFile = join(folder, "policy.yaml");
  const write = (fields: string) =>
    writeFileSync(policyFile, `apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n${fields}\n`);
  write(policy);
  const files = ["--tls-cert-file", mount.files.certificate, "--tls-private-key-file", mount.files.privateKey];
  const recording = ["--record", join(folder, "records")];
  const running = startCli(["serve", ...anyPorts, ...files, "--policy", policyFile, ...recording, ...flags]);
  const port = async (name: string) => Number((await logged(new RegExp(`"${name}":\\{[^}]*"port":(\\d+)`)))[1]);
  const logged = (line: RegExp, from = 0) =>
    vi.waitUntil(() => line.exec(running.stdout().slice(from)) ?? undefined, { timeout: 60_000, interval: 20 });
  const webhook = { port: await port("webhook") };
  const metricsPort = await port("metrics");
  return {
    send: async (body, request = post([], body)) => {
      const reachable = { webhook, ca: pair.certificate };
      const { answers } = await rawRequest(reachable, Buffer.from(request), { withinMs: 20_000 });
      return answers[0]?.status;
    },
    writePolicy: async (fields) => {
      const from = running.stdout().length;
      write(fields);
      await logged(/policy changed|policy file rejected/, from);
    },
    writeBadCertificate: async () => {
      const from = running.stdout().length;
      mount.swap({ ...pair, certificate: "none" });
      await logged(/certificate files rejected/, from);
    },
    breakRecording: () => void execFileSync("prlimit", ["--pid", String(running.child.pid), "--fsize=0:"]),
    breakLog: () => void running.child.stdout?.destroy(),
    scrape: async () => {
      // All scrapes within one second get the same metrics.
      await wait(1_100);
      return metricSamples(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text());
    },
    stop: () => {
      running.child.kill("SIGKILL");
      mount.remove();
      rmSync(folder, { recursive: true });
    },
  };
}
