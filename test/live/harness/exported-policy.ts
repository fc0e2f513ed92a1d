import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mustRun } from "./run.ts";
import type { World } from "./world.ts";

const program = join(import.meta.dirname, "../../../dist/cli/main.js");

/**
 * Writes a policy to a file and exports it with `lease-guard policy export`, for the version of the
 * cluster. Returns the path of the exported file.
 */
export async function exportTo(world: World, name: string, policy: object, flags: readonly string[]): Promise<string> {
  const [source, file] = [join(world.folder, `${name}.json`), join(world.folder, `${name}.yaml`)];
  writeFileSync(source, JSON.stringify(policy));
  const minor = world.release.version.split(".").slice(0, 2).join(".");
  await mustRun(process.execPath, [
    program,
    "policy",
    "export",
    source,
    "--kubernetes-version",
    minor,
    "--name",
    name,
    "--output",
    file,
    ...flags,
  ]);
  return file;
}

/**
 * Exports a policy and applies the result. The function `withdraw` deletes the exported objects.
 */
export async function applyExport(
  world: World,
  name: string,
  policy: object,
  flags: readonly string[] = [],
): Promise<{ readonly withdraw: () => Promise<void> }> {
  const file = await exportTo(world, name, policy, flags);
  const kubectl = async (command: string): Promise<void> => {
    const { status, stderr } = await world.kubectl([command, `--filename=${file}`]);
    if (status !== 0 || stderr !== "") throw new Error(`kubectl ${command}: ${stderr}`);
  };
  await kubectl("apply");
  return { withdraw: () => kubectl("delete") };
}

/**
 * Exports a policy to files in `folder` that kube-apiserver reads from its own disk. Returns the
 * path of the admission configuration, in which `folder` replaces the directory of a control plane
 * node.
 */
export async function exportStatic(folder: string, policy: object): Promise<string> {
  const source = join(folder, "policy.json");
  writeFileSync(source, JSON.stringify(policy));
  await mustRun(process.execPath, [program, "policy", "export", source, "--static", "--output", folder]);
  const configuration = join(folder, "admission-configuration.yaml");
  writeFileSync(
    configuration,
    readFileSync(configuration, "utf8").replace(
      "staticManifestsDir: /etc/kubernetes/lease-guard",
      `staticManifestsDir: ${folder}`,
    ),
  );
  return configuration;
}
