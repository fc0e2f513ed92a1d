import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { CertificatePair } from "../../src/webhook/tls/certificate-check.ts";
import { isShort } from "../harness/short.ts";

const run = promisify(execFile);

/**
 * The maximum 99th percentile of the latency of honest reviews in milliseconds. The limit of
 * a short test is half of the webhook's timeout. On two cores, the clients share a core with the
 * attackers, of which 200 connect at the same moment. This takes 0.2 to 0.7 s of the 4 s.
 */
export const maxP99Ms: number = isShort ? 1_000 : 100;

/** The server, the reviews to send in turn, and further flags of the program `load`. */
interface Target {
  readonly port: number;
  /** The CAs to trust. Without CAs, sends plain HTTP. */
  readonly ca?: string;
  /** The certificate of the client and its key. */
  readonly client?: CertificatePair;
  /** The reviews to post. Without reviews, sends GET requests to `path`. */
  readonly review?: string | readonly string[];
  /** The path of the requests. The default is `/validate?timeout=10s`. */
  readonly path?: string;
  readonly flags: readonly string[];
}

/** A program that sends requests with the HTTP client of Go, as kube-apiserver does. */
export interface Load {
  /**
   * Sends requests. Returns the number of responses for each status, and the number of failures for
   * each error. A request that could not be sent within its timeout counts as `not sent`.
   */
  readonly send: (target: Target) => Promise<Counts>;
  /** Sends requests like `send`. Also returns latencies, which count from the scheduled times. */
  readonly measure: (target: Target) => Promise<Measured>;
  readonly remove: () => void;
}

type Counts = Readonly<Record<string, number>>;

/** The outcomes of requests, and their latencies in milliseconds. */
export interface Measured {
  readonly counts: Counts;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Builds the program `load` in a temporary directory. */
export async function buildLoad(): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-load-"));
  const at = (name: string): string => join(folder, name);
  const env = { ...process.env, GOWORK: "off" };
  await run("go", ["build", "-o", at("load"), "."], { cwd: join(import.meta.dirname, "load"), env });
  const measure = async ({
    port,
    ca,
    client,
    review = [],
    path = "/validate?timeout=10s",
    flags,
  }: Target): Promise<Measured> => {
    // Each run needs its own files, because several runs can be in progress at the same time.
    const files = mkdtempSync(at("files-"));
    const put = (name: string, text: string): string => {
      writeFileSync(join(files, name), text);
      return join(files, name);
    };
    const reviews = [review].flat().map((text, index) => put(`review-${index}`, text));
    const target = ca === undefined ? [] : ["-ca", put("ca", ca)];
    if (client !== undefined)
      target.push("-cert", put("cert", client.certificate), "-key", put("key", client.privateKey));
    const url = `${ca === undefined ? "http" : "https"}://127.0.0.1:${port}${path}`;
    const { stdout } = await run(at("load"), ["-url", url, ...target, ...flags, ...reviews]);
    rmSync(files, { recursive: true });
    return JSON.parse(stdout);
  };
  return {
    measure,
    send: async (target) => (await measure(target)).counts,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
