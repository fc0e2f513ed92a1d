import type { World } from "./world.ts";

/**
 * Returns the sum of a counter of kube-apiserver about admission webhooks, over the series with
 * these labels. The alerts read the same counters.
 */
export async function webhookCounter(
  { api }: World,
  name: string,
  labels: Readonly<Record<string, string>>,
): Promise<number> {
  const lines = (await api.text("/metrics"))
    .split("\n")
    .filter((line) => line.startsWith(`apiserver_admission_webhook_${name}{`));
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const series = lines.filter((line) => wanted.every((label) => line.includes(label)));
  return series.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}
