import { defaultPolicy, type Policy } from "../policy/policy.ts";

/**
 * Returns the policy at a path, or the default policy without a path. Loads the policy reader only
 * for a path, because loading takes longer than most checks. Throws a usage error if the policy
 * cannot be read or is invalid.
 */
export async function chosenPolicy(path: string | undefined): Promise<Policy> {
  if (path === undefined) return defaultPolicy;
  const { loadPolicy } = await import("./policy-file.ts");
  return (await loadPolicy(path)).policy;
}
