import type { Guarantee } from "./guarantee.ts";

/** Returns a guarantee as the JSON of reports contains it. */
export function publishedGuarantee({ isGuaranteed, answers }: Guarantee): object {
  const hypotheses = answers.map(({ id, status, reason }) => ({ id, status, reason }));
  return { guaranteed: isGuaranteed, hypotheses };
}
