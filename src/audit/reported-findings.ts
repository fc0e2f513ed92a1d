import { worstFirst } from "../field/severity.ts";
import { compareTexts } from "../text/compare-texts.ts";
import { checks } from "./checks.ts";
import type { AuditFinding } from "./result.ts";

/**
 * Returns the findings about an object that no other finding replaces, the worst first, and then by
 * check or rule.
 */
export function reportedFindings(findings: readonly AuditFinding[]): readonly AuditFinding[] {
  return worstFirst(withoutReplaced(findings).toSorted((a, b) => compareTexts(a.origin, b.origin)));
}

/**
 * Leaves out the findings that another finding about the same object replaces. A check replaces the
 * finding of a rule only if both are about the same field.
 */
function withoutReplaced(findings: readonly AuditFinding[]): readonly AuditFinding[] {
  const replacing = findings.flatMap(({ origin, field }) => {
    const { replaces = [] } = checks.find(({ id }) => id === origin) ?? {};
    return replaces.map((replaced) => ({ replaced, field }));
  });
  if (replacing.length === 0) return findings;
  return findings.filter(
    ({ origin, field }) => !replacing.some((each) => each.replaced === origin && (origin.startsWith("audit/") || each.field === field)),
  );
}
