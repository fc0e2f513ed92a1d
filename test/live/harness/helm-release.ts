import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type HelmMajor, helmProgram } from "../../harness/helm.ts";
import type { Cluster } from "./cluster.ts";
import { mustRun, type Outcome, run } from "./run.ts";

/** Runs Helm with the release `lease-guard` of the namespace `lease-guard` of a cluster. */
export type Helm = (command: string, args?: readonly string[]) => Promise<Outcome>;

/** Returns a function that runs a major version of Helm as the admin of a cluster. */
export function helmFor({ folder }: Cluster, major: HelmMajor): Helm {
  const home = join(folder, `helm-${major}`);
  mkdirSync(home, { recursive: true });
  const env = { PATH: process.env["PATH"], HOME: home, KUBECONFIG: join(folder, "kubeconfig.json") };
  const program = helmProgram(major);
  return (command, args = []) => run(program, [command, "lease-guard", ...args, "--namespace=lease-guard"], { env });
}

/** Runs Helm, and throws an error with its output if it fails. */
export async function mustHelm(helm: Helm, command: string, args: readonly string[] = []): Promise<string> {
  const { status, stdout, stderr } = await helm(command, args);
  if (status !== 0) throw new Error(`helm ${command} ${args.join(" ")}: exit status ${status}\n${stderr}${stdout}`);
  return stdout;
}

/**
 * Returns a function that runs shell commands of docs/helm.md in the directory of their example,
 * and returns their output.
 */
export function pageRunner({ folder }: Cluster, example: string): (block: string | undefined) => Promise<string> {
  const env = {
    PATH: `${join(example, "bin")}:${process.env["PATH"]}`,
    HOME: example,
    KUBECONFIG: join(folder, "kubeconfig.json"),
  };
  return (block = "exit 1") => mustRun("bash", ["-euc", block], { cwd: example, env });
}
