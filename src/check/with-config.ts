import { dirname } from "node:path";
import type { Config } from "../config/config.ts";
import { chosenConfig, configName } from "../config/find-config.ts";
import { loadConfig, pathInConfig } from "../config/load-config.ts";
import { UsageError } from "../terminal/errors.ts";
import { printMessage } from "../terminal/output.ts";
import type { CheckFlags } from "./flags.ts";

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
  const file = chosenConfig(flags.config);
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
