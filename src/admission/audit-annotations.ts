import type { Exemption } from "../policy/policy.ts";
import type { Verdict } from "../validate/verdict.ts";

/** The rules that spoke, each once, in their order; also what the log tells of a verdict. */
export function reportedRuleIds({ findings }: Verdict): readonly string[] {
  return findings.length === 0 ? [] : [...new Set(findings.map(({ origin }) => origin))];
}

/** What the API server's audit log is told: the rules that spoke, what came of each, and from whom there is an exemption. */
export function auditAnnotations(verdict: Verdict): Readonly<Record<string, string>> {
  const { findings } = verdict;
  const modes = new Set(findings.map(({ origin, mode }) => `${origin}=${mode}`));
  const exemptions = new Set(findings.flatMap((finding) => (finding.source === "rule" ? exemptionTexts(finding) : [])));
  return {
    rules: reportedRuleIds(verdict).join(","),
    mode: [...modes].join(","),
    ...(exemptions.size > 0 && { exemption: [...exemptions].join("; ") }),
  };
}

interface ExemptionMatch {
  readonly origin: string;
  readonly exemption?: Exemption;
  readonly expiredExemption?: Exemption;
}

function exemptionTexts({ origin, exemption, expiredExemption }: ExemptionMatch): readonly string[] {
  const text = (verb: string, { reason, owner, expires }: Exemption) => `${origin} ${verb} ${expires.toISOString()}: ${reason} (${owner})`;
  return [...(exemption ? [text("until", exemption)] : []), ...(expiredExemption ? [text("expired", expiredExemption)] : [])];
}
