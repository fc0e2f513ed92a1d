import { vi } from "vitest";
import { anyPorts, type Running, type Served, startCli } from "../harness/cli.ts";
import { metricSamples } from "../harness/metric-samples.ts";
import type { SecretMount } from "../harness/secret-mount.ts";

/** Runs `serve` with the pair of a mount until it serves, to clients that trust `ca`. */
export async function serveMounted({ files }: SecretMount, ca: string): Promise<Served> {
  const running = startCli(["serve", ...anyPorts, "--tls-cert-file", files.certificate, "--tls-private-key-file", files.privateKey]);
  const port = await portOf(running, "webhook");
  return { ...running, port, url: `https://127.0.0.1:${port}`, ca };
}

/** The port that a server has told of in its log. */
export async function portOf(running: Running, name: "webhook" | "probes" | "metrics"): Promise<number> {
  const told = new RegExp(`"${name}":\\{[^}]*"port":(\\d+)`);
  return Number((await vi.waitUntil(() => told.exec(running.stdout()), { timeout: 60_000, interval: 20 }))[1]);
}

/** What a server tells Prometheus, without `lease_guard_`. */
export async function samplesOf(metricsPort: number): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return metricSamples(text.replaceAll("lease_guard_", ""));
}

/** Ends a server; resolves with what it has left behind. */
export function terminate(running: Running): ReturnType<Running["ended"]> {
  running.child.kill("SIGTERM");
  return running.ended(5_000);
}
