import { UsageError } from "./errors.ts";

/** Throws a usage error if the user set one of `flags` together with `-f`. */
export function rejectClusterFlags(
  filename: readonly string[] | undefined,
  flags: Readonly<Record<string, unknown>>,
): void {
  const [flag] = Object.entries(flags).find(([, value]) => value !== undefined) ?? [];
  if (filename !== undefined && flag !== undefined) throw new UsageError(`${flag}: requires a cluster; leave out -f`);
}
