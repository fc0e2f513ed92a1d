import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const helmMajors = ["3", "4"] as const;

export type HelmMajor = (typeof helmMajors)[number];

export const chartFolder: string = join(import.meta.dirname, "../../charts/lease-guard");

export interface HelmOutcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Returns the path of Helm. Downloads Helm first if necessary. */
export function helmProgram(major: HelmMajor): string {
  return execFileSync(join(import.meta.dirname, "../../.ci/layer-assets"), [`helm-${major}`], {
    encoding: "utf8",
  }).trim();
}

/** Runs Helm without a cluster, and without the settings of the user. */
export async function helm(major: HelmMajor, args: readonly string[]): Promise<HelmOutcome> {
  const program = helmProgram(major);
  const home = mkdtempSync(join(tmpdir(), "lease-guard-helm-"));
  const env = { PATH: process.env["PATH"], HOME: home };
  try {
    return await new Promise((resolve) => {
      const child = execFile(program, args, { env, maxBuffer: 64 * 1024 * 1024 }, (_, stdout, stderr) =>
        resolve({ status: child.exitCode, stdout, stderr }),
      );
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
