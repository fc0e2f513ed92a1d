import { readFileSync } from "node:fs";
import { vi } from "vitest";
import { anyPorts, type Manner, type Running, type Served, startCli } from "../harness/cli.ts";
import { metricSamples } from "../harness/metric-samples.ts";
import type { SecretMount } from "../harness/secret-mount.ts";
import { asImage } from "./as-image.ts";

/** Further flags of a server, and how its process starts. */
interface Serving extends Manner {
  readonly flags?: readonly string[];
}

/**
 * Runs `serve` as the image does, with the certificate in a mounted directory. Returns when the
 * server listens. `ca` is the CA that clients of the server trust.
 */
export async function serveMounted(
  { files }: SecretMount,
  ca: string,
  { flags = [], ...manner }: Serving = {},
): Promise<Served> {
  const running = startCli(
    ["serve", ...anyPorts, "--tls-cert-file", files.certificate, "--tls-private-key-file", files.privateKey, ...flags],
    asImage(manner),
  );
  const port = await loggedPort(running, "webhook");
  return { ...running, port, url: `https://127.0.0.1:${port}`, ca };
}

/** Waits until the log of a server contains a port, and returns the port. */
export async function loggedPort(running: Running, name: "webhook" | "probes" | "metrics"): Promise<number> {
  const reported = new RegExp(`"${name}":\\{[^}]*"port":(\\d+)`);
  return Number((await vi.waitUntil(() => reported.exec(running.stdout()), { timeout: 60_000, interval: 20 }))[1]);
}

/** Returns the samples of a server by series. The names of the series lack `lease_guard_`. */
export async function samplesOf(metricsPort: number): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return metricSamples(text.replaceAll("lease_guard_", ""));
}

/**
 * The maximum of `anonymousBytes` during an attack: 200 MB. The manifest limits the memory of the
 * container to 256 MiB, which are 268 MB. The kernel can free the memory that is backed by files.
 */
export const maxAnonymousBytes = 200e6;

/** Returns the resident memory of a server in bytes, without memory that is backed by files. */
export function anonymousBytes({ child }: Running): number {
  const [, kibibytes = Number.NaN] =
    /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) * 1024;
}

/** The highest memory of a server since a point in time. */
export interface Peak {
  readonly bytes: () => number;
  readonly end: () => void;
}

/** Measures the memory of a server every few milliseconds, until `end` is called. */
export function peakOf(running: Running): Peak {
  let bytes = anonymousBytes(running);
  const timer = setInterval(() => {
    bytes = Math.max(bytes, anonymousBytes(running));
  }, 5);
  return { bytes: () => bytes, end: () => clearInterval(timer) };
}

/** Returns the CPU time of a server in seconds, with the time of the threads that have ended. */
export function cpuSeconds({ child }: Running): number {
  const [, fields = ""] = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ");
  const [user, system] = fields.split(" ").slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) / 100;
}

/** Stops a server, and resolves with the outcome of its process. */
export function terminate(running: Running): ReturnType<Running["ended"]> {
  running.child.kill("SIGTERM");
  return running.ended(5_000);
}
