/** How severe a finding about a cluster is. */
export type Severity = "error" | "warning" | "info";

/** The severities, from the highest to the lowest. */
export const severities: readonly Severity[] = ["error", "warning", "info"];

/** Reports whether a severity is at least as high as another one. */
export function reaches(severity: Severity, lowest: Severity): boolean {
  return severities.indexOf(severity) <= severities.indexOf(lowest);
}

/** The numbers of findings by their severity. */
export interface SeverityCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}

/** Counts findings by their severity. */
export function countSeverities(findings: readonly { readonly severity: Severity }[]): SeverityCounts {
  const of = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
  return { errors: of("error"), warnings: of("warning"), infos: of("info") };
}
