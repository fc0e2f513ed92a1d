import { readFileSync } from "node:fs";
import { vi } from "vitest";
import { anyPorts, type Running, type Served, startCli } from "../harness/cli.ts";
import { metricSamples } from "../harness/metric-samples.ts";
import type { SecretMount } from "../harness/secret-mount.ts";
import { asImage } from "./as-image.ts";

/**
 * Runs `serve` as the image does, with the certificate in a mounted directory. Returns when the
 * server listens. `ca` is the CA that clients of the server trust.
 */
export async function serveMounted({ files }: SecretMount, ca: string): Promise<Served> {
  const running = startCli(
    ["serve", ...anyPorts, "--tls-cert-file", files.certificate, "--tls-private-key-file", files.privateKey],
    asImage(),
  );
  const port = await portOf(running, "webhook");
  return { ...running, port, url: `https://127.0.0.1:${port}`, ca };
}

/** Waits until the log of a server contains a port, and returns the port. */
export async function portOf(running: Running, name: "webhook" | "probes" | "metrics"): Promise<number> {
  const told = new RegExp(`"${name}":\\{[^}]*"port":(\\d+)`);
  return Number((await vi.waitUntil(() => told.exec(running.stdout()), { timeout: 60_000, interval: 20 }))[1]);
}

/** Returns the samples of a server by series. The names of the series lack `lease_guard_`. */
export async function samplesOf(metricsPort: number): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return metricSamples(text.replaceAll("lease_guard_", ""));
}

/** Returns the resident memory of a server in MiB, without memory that is backed by files. */
export function anonymousMebibytes({ child }: Running): number {
  const [, kibibytes = Number.NaN] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) / 1024;
}

/** Stops a server, and resolves with the outcome of its process. */
export function terminate(running: Running): ReturnType<Running["ended"]> {
  running.child.kill("SIGTERM");
  return running.ended(5_000);
}
