import type { FindingMode } from "../../policy/policy.ts";
import type { Finding, Verdict } from "../../validate/verdict.ts";

/** What a verdict comes to. */
export interface Outcome {
  /** The weightiest of all modes; none where no rule spoke. */
  readonly mode: FindingMode | "none";
  /** The first finding of each rule that spoke. */
  readonly rules: ReadonlyMap<string, Finding>;
}

/** A rule has one mode for one write, so its first finding tells it. */
export function outcomeOf({ findings }: Verdict): Outcome {
  const rules = new Map<string, Finding>();
  for (const finding of findings) if (!rules.has(finding.origin)) rules.set(finding.origin, finding);
  const modes: readonly FindingMode[] = ["deny", "warn", "audit"];
  return { mode: modes.find((mode) => findings.some((finding) => finding.mode === mode)) ?? "none", rules };
}
