import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * The review, the address of the server, the CAs to trust, and further flags of the program `load`.
 */
interface Target {
  readonly port: number;
  readonly ca: string;
  readonly review: string;
  readonly flags: readonly string[];
}

/** A program that sends reviews as kube-apiserver does. */
export interface Load {
  /** Sends reviews and returns the count of each status or error. */
  readonly send: (target: Target) => Promise<Readonly<Record<string, number>>>;
  readonly remove: () => void;
}

/** Builds the program in its own directory. */
export async function buildLoad(): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-load-"));
  const at = (name: string): string => join(folder, name);
  const env = { ...process.env, GOWORK: "off" };
  await run("go", ["build", "-o", at("load"), "."], { cwd: join(import.meta.dirname, "load"), env });
  return {
    send: async ({ port, ca, review, flags }) => {
      // Several runs can be in progress at the same time.
      const files = mkdtempSync(at("files-"));
      writeFileSync(join(files, "ca"), ca);
      writeFileSync(join(files, "review"), review);
      const url = `https://127.0.0.1:${port}/validate?timeout=10s`;
      const { stdout } = await run(at("load"), ["-url", url, "-ca", join(files, "ca"), "-review", join(files, "review"), ...flags]);
      return JSON.parse(stdout);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
