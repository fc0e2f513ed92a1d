/** The severities of findings, from the highest to the lowest. */
export const severities = ["error", "warning", "info"] as const;

export type Severity = (typeof severities)[number];

/** The lowest severity of the findings that make a run fail. */
export type FailingFrom = Severity | "never";

/** Reports whether a severity is at least as high as another one. */
export function reaches(severity: Severity, lowest: FailingFrom): boolean {
  return lowest !== "never" && compareSeverities(severity, lowest) <= 0;
}

/** Compares two severities for sorting, with the worst first. */
function compareSeverities(a: Severity, b: Severity): number {
  return severities.indexOf(a) - severities.indexOf(b);
}

interface Graded {
  readonly severity: Severity;
}

/** Returns findings with the worst first. Findings of one severity keep their order. */
export function worstFirst<T extends Graded>(findings: readonly T[]): readonly T[] {
  return findings.toSorted((a, b) => compareSeverities(a.severity, b.severity));
}

/** Reports whether there is neither an error nor a warning among findings. */
export function isHealthy(findings: readonly Graded[]): boolean {
  return findings.every(({ severity }) => severity === "info");
}

export interface SeverityCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}

export function countSeverities(findings: readonly Graded[]): SeverityCounts {
  const [errors = 0, warnings = 0, infos = 0] = severities.map((severity) => countOf(findings, severity));
  return { errors, warnings, infos };
}

export function countOf(findings: readonly Graded[], severity: Severity): number {
  return findings.filter((finding) => finding.severity === severity).length;
}
