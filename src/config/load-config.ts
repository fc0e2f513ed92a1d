import { dirname, isAbsolute, join } from "node:path";
import { placeText } from "../core/text/position.ts";
import { UsageError } from "../terminal/errors.ts";
import { notRegularInput, readInputText, readRegularInputText } from "../terminal/inputs.ts";
import { printMessage } from "../terminal/output.ts";
import { type Config, configApiVersion } from "./config.ts";

/**
 * Reads the settings of a file. If they are invalid, prints a line for each error and throws a
 * usage error. A file that a command found by its name must be a regular file. Only this function
 * loads the code that reads settings, because loading takes milliseconds and most runs have no
 * settings file.
 */
export async function loadConfig(file: string, isFound: boolean): Promise<Config> {
  const text = await (isFound ? readRegularInputText(file) : readInputText(file));
  if (!text.ok) throw new UsageError(`${file} ${text.error}`);
  const { readConfig } = await import("./read-config.ts");
  const config = readConfig(text.value);
  if (config.ok) return config.value;
  for (const problem of config.error) printMessage(`${placeText({ file, ...problem })}: error: ${problem.message}`);
  throw new UsageError(`${file} must be a valid Config of ${configApiVersion}; fix the errors above`);
}

/**
 * Reads the settings for a cluster. The path of the policy becomes one from the working directory.
 */
export async function loadClusterConfig(file: string): Promise<Pick<Config, "policy" | "suppressions" | "programs">> {
  const { policy, suppressions, programs } = await loadConfig(file, false);
  return {
    ...(policy !== undefined && { policy: pathInConfig(policy, file) }),
    ...(programs !== undefined && { programs }),
    suppressions,
  };
}

/** Returns a path in the settings, which is relative to the directory of their file. */
export function pathInConfig(path: string, file: string): string {
  const named = isAbsolute(path) ? path : join(dirname(file), path);
  // Reading a pipe can wait forever. Only the command line can name one.
  const message = notRegularInput(named);
  if (message !== undefined) throw new UsageError(`${named} ${message}; name a pipe on the command line`);
  return named;
}
