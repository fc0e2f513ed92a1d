import { pluralize } from "../../../text/pluralize.ts";
import type { CheckResult } from "./result.ts";

/** Returns the message for a run that checked no object and has no problem. */
export function emptyText({ checked, problems, files }: CheckResult): string | undefined {
  if (checked > 0 || problems.length > 0) return undefined;
  // Only excluded files do not count.
  if (files === 0) return "no object checked: every file is excluded";
  return `no object checked: ${pluralize(files, "file")} without a Lease, LeaseCandidate, or AdmissionReview of coordination.k8s.io`;
}
