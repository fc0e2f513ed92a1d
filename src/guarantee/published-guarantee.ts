import type { Guarantee } from "./guarantee.ts";
import { assumptions } from "./hypotheses.ts";

/** Returns a guarantee as the JSON of reports contains it. */
export function publishedGuarantee({ isGuaranteed, answers }: Guarantee): object {
  const hypotheses = answers.map(({ id, status, reason }) => ({ id, status, reason }));
  return { guaranteed: isGuaranteed, assumptions, hypotheses };
}
