import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The supported major versions of Helm. */
export const helmMajors = ["3", "4"] as const;

/** A major version of Helm. */
export type HelmMajor = (typeof helmMajors)[number];

/** The directory of the chart. */
export const chartFolder: string = join(import.meta.dirname, "../../charts/lease-guard");

/** The exit status of Helm, and its output. */
export interface HelmOutcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Returns the path of Helm. Downloads Helm first if necessary. */
export function helmProgram(major: HelmMajor): string {
  return execFileSync(join(import.meta.dirname, "../../.ci/helm-assets"), [major], { encoding: "utf8" }).trim();
}

/** Runs Helm without a cluster, and without the settings of the user. */
export function helm(major: HelmMajor, args: readonly string[]): HelmOutcome {
  const program = helmProgram(major);
  const home = mkdtempSync(join(tmpdir(), "lease-guard-helm-"));
  try {
    const env = { PATH: process.env["PATH"], HOME: home, HELM_NO_PLUGINS: "1" };
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", env, maxBuffer: 64 * 1024 * 1024 });
    return { status, stdout, stderr };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
