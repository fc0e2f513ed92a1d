import { defaultPolicy, type Policy } from "../../policy/policy.ts";

/**
 * Returns the policy of `--policy`, or the default policy. Loads the policy reader only for
 * `--policy`, because loading takes longer than most checks.
 */
export async function chosenPolicy(path: string | undefined): Promise<Policy> {
  if (path === undefined) return defaultPolicy;
  const { loadPolicy } = await import("./policy-file.ts");
  return (await loadPolicy(path)).policy;
}
