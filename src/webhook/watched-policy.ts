import type { ReadablePolicy } from "../policy/file/read-policy.ts";
import { UsageError } from "../terminal/errors.ts";
import { packageUrl } from "../terminal/package.ts";
import type { PolicySource, PolicySourceOptions } from "./policy/policy-source.ts";

/**
 * A policy that has been read, with its path and a function that starts to watch the file or
 * directory.
 */
export interface WatchedPolicy extends ReadablePolicy {
  readonly file: string;
  readonly watch: (settings: Omit<PolicySourceOptions, "read">) => PolicySource;
}

/**
 * Reads the policy of `--policy`, a file or a directory. Loads the code that reads policies only
 * here, because this code is half of the program, and a server without `--policy` does not need it.
 * Throws a usage error if the policy cannot be read or is invalid.
 */
export async function watchedPolicy(file: string): Promise<WatchedPolicy> {
  if (file === "-")
    throw new UsageError("--policy must be a file or a directory, because the server reads it again when it changes");
  const [{ loadPolicy }, { readRegularText }, { readingOf }, { PolicySource, policyThread }] = await Promise.all([
    import("../terminal/policy-file.ts"),
    import("../policy/file/read-policy-files.ts"),
    import("./policy/policy-reading.ts"),
    import("./policy/policy-source.ts"),
  ]);
  const policy = await loadPolicy(file, readRegularText);
  const active = readingOf(policy, new Date());
  const read = policyThread(packageUrl("dist/cli/policy-worker.js"));
  return { ...policy, file, watch: (settings) => new PolicySource(file, active, { ...settings, read }) };
}
