import type { Exemption } from "../../policy/policy.ts";
import type { Verdict } from "../validate/verdict.ts";

/** Returns the origin of each finding, which is the id of a rule or of a decoding error. */
export function reportedRuleIds({ findings }: Verdict): readonly string[] {
  return findings.length === 0 ? [] : [...new Set(findings.map(({ origin }) => origin))];
}

/** Returns the origin and the mode of each finding, as `origin=mode`, without duplicates. */
export function reportedModes({ findings }: Verdict): readonly string[] {
  if (findings.length === 0) return [];
  // Most findings have the same origin and mode as the previous finding.
  const changed = findings.filter(
    ({ origin, mode }, index) => origin !== findings[index - 1]?.origin || mode !== findings[index - 1]?.mode,
  );
  return [...new Set(changed.map(({ origin, mode }) => `${origin}=${mode}`))];
}

/**
 * Returns the annotations for the audit log of kube-apiserver: the origins of the findings, their
 * modes, and the active and expired exemptions.
 */
export function auditAnnotations(verdict: Verdict): Readonly<Record<string, string>> {
  const { findings } = verdict;
  const exemptions = new Set(
    findings.flatMap((finding) => (finding.source === "schema" ? [] : exemptionTexts(finding))),
  );
  return {
    rules: reportedRuleIds(verdict).join(","),
    mode: reportedModes(verdict).join(","),
    ...(exemptions.size > 0 && { exemption: [...exemptions].join("; ") }),
  };
}

interface ExemptedFinding {
  readonly origin: string;
  readonly exemption?: Exemption | undefined;
  readonly expiredExemption?: Exemption | undefined;
}

function exemptionTexts({ origin, exemption, expiredExemption }: ExemptedFinding): readonly string[] {
  const text = (verb: string, { reason, owner, expires }: Exemption) =>
    `${origin} ${verb} ${expires.toISOString()}: ${reason} (${owner})`;
  return [
    ...(exemption ? [text("until", exemption)] : []),
    ...(expiredExemption ? [text("expired", expiredExemption)] : []),
  ];
}
