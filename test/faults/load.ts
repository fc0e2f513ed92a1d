import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * The review, the port of the server, the CAs to trust, and further flags of the program `load`.
 */
interface Target {
  readonly port: number;
  readonly ca: string;
  readonly review: string;
  readonly flags: readonly string[];
}

/** A program that sends reviews with the HTTP client of Go, as kube-apiserver does. */
export interface Load {
  /**
   * Sends reviews. Returns the number of responses for each status, and the number of failures for
   * each error.
   */
  readonly send: (target: Target) => Promise<Readonly<Record<string, number>>>;
  /**
   * Sends reviews like `send`. Also returns the 99th percentile of the latency in milliseconds, and
   * the number of requests that took more than 100 ms. Latency counts from the scheduled time of a request.
   */
  readonly measure: (target: Target) => Promise<Measured>;
  readonly remove: () => void;
}

interface Measured {
  readonly counts: Readonly<Record<string, number>>;
  readonly p99Ms: number;
  readonly late: number;
}

/** Builds the program `load` in a temporary directory. */
export async function buildLoad(): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-load-"));
  const at = (name: string): string => join(folder, name);
  const env = { ...process.env, GOWORK: "off" };
  await run("go", ["build", "-o", at("load"), "."], { cwd: join(import.meta.dirname, "load"), env });
  const measure = async ({ port, ca, review, flags }: Target): Promise<Measured> => {
    // Each run needs its own files, because several runs can be in progress at the same time.
    const files = mkdtempSync(at("files-"));
    writeFileSync(join(files, "ca"), ca);
    writeFileSync(join(files, "review"), review);
    const url = `https://127.0.0.1:${port}/validate?timeout=10s`;
    const { stdout } = await run(at("load"), ["-url", url, "-ca", join(files, "ca"), "-review", join(files, "review"), ...flags]);
    const [counts = "", p99 = "", late = ""] = stdout.split("\n");
    return { counts: JSON.parse(counts), p99Ms: JSON.parse(p99), late: JSON.parse(late) };
  };
  return {
    measure,
    send: async (target) => (await measure(target)).counts,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
