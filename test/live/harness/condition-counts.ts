import type { Api } from "./api.ts";

/**
 * Returns the API server's counts for the match conditions of lease-guard's webhooks. `exclusions`
 * counts calls that a condition prevented. `errors` counts evaluations that failed.
 */
export async function conditionCounts(api: Api): Promise<{ exclusions: number; errors: number }> {
  const metrics = await api.text("/metrics");
  const total = (metric: string): number => {
    const samples = metrics.matchAll(
      new RegExp(`^apiserver_admission_${metric}\\{[^}]*lease-guard\\.dev[^}]*\\} (.+)$`, "gm"),
    );
    return [...samples].reduce((sum, [, value]) => sum + Number(value), 0);
  };
  return {
    exclusions: total("match_condition_exclusions_total"),
    errors: total("match_condition_evaluation_errors_total"),
  };
}
