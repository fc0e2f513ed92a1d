import { lstatSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { loadConfig, pathInConfig } from "../config/load-config.ts";
import { tryOrUndefined } from "../core/field/result.ts";
import { UsageError } from "../terminal/errors.ts";
import { printMessage } from "../terminal/output.ts";
import { directoriesUp, isRepositoryRoot } from "../terminal/repository-paths.ts";
import type { CheckFlags } from "./flags.ts";

export const configName = ".lease-guard.yaml";

export interface CheckArguments {
  readonly paths: readonly string[];
  readonly flags: CheckFlags;
}

/**
 * Completes the arguments of a run with the settings of `.lease-guard.yaml`. An argument overrides
 * the setting, but `check` combines the patterns of `exclude` and of the flag `--exclude`. Throws a
 * usage error if the file cannot be read or is invalid, or if the run has no path.
 */
export async function withConfig({ paths, flags }: CheckArguments): Promise<CheckArguments> {
  const file = chosenConfig(flags);
  if (flags.strict && flags.validate !== undefined && flags.validate !== "strict")
    throw new UsageError(`--strict: means --validate strict, so leave out --validate ${flags.validate}`);
  if (file === undefined) {
    if (paths.length === 0)
      throw new UsageError(`a path is missing: name files or directories, or create ${configName}`);
    return { paths, flags };
  }
  if (file === "-" && paths.includes("-"))
    throw new UsageError("--config: standard input must not also be a path; name a file");
  const config = await loadConfig(file, flags.config === undefined);
  if (flags.verbose) printMessage(`settings of ${file}`);
  return completed({ paths, flags }, config, file);
}

/**
 * Returns the path of the settings file: the value of `--config` or, relative to the working
 * directory, the nearest `.lease-guard.yaml`. The value `-` means standard input. Returns
 * undefined if there is no such file, and with `--no-config`.
 */
export function chosenConfig({ config }: CheckFlags): string | undefined {
  if (config === false) return undefined;
  if (config !== undefined) return config;
  const found = findConfig(".");
  return found === undefined ? undefined : relative(".", found);
}

function completed({ paths, flags }: CheckArguments, config: Config, file: string): CheckArguments {
  const { exclude, policy, kubernetesVersion, failOn, validate, disabledChecks, programs } = config;
  const fromFile = (path: string) => pathInConfig(path, file);
  return {
    paths: paths.length > 0 ? paths : config.paths.map(fromFile),
    flags: {
      ...(policy !== undefined && { policy: fromFile(policy) }),
      ...(kubernetesVersion !== undefined && { kubernetesVersion }),
      ...(failOn !== undefined && { failOn }),
      ...(validate !== undefined && { validate }),
      ...flags,
      configuredExclude: { directory: dirname(file), patterns: exclude },
      disabledChecks,
      ...(programs !== undefined && { programs }),
    },
  };
}

/**
 * Returns the path of the nearest `.lease-guard.yaml`, from a directory up to the root of its
 * repository, or undefined if there is none. The root is the directory that contains `.git`.
 * Without a repository, searches only the directory itself, because a file of another user could be
 * in a directory above.
 */
export function findConfig(directory: string): string | undefined {
  const up = directoriesUp(resolve(directory));
  const root = up.findIndex(isRepositoryRoot);
  return up
    .slice(0, Math.max(root, 0) + 1)
    .map((each) => join(each, configName))
    .find(exists);
}

/**
 * Reports whether a path exists. A link whose target is missing counts as existing, so that reading
 * the link reports an error.
 */
function exists(file: string): boolean {
  return tryOrUndefined(() => lstatSync(file)) !== undefined;
}
