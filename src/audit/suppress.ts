import type { Suppression } from "../config/config.ts";
import { namespacedName } from "../core/field/object-reference.ts";
import { matchesGlob } from "../core/text/glob.ts";
import { pluralize } from "../core/text/join-words.ts";
import { isoSecond } from "../core/text/time.ts";
import { idProblem } from "./check-ids.ts";
import { whyNotRun, wouldFind } from "./coverage.ts";
import type { AuditedObject, AuditResult, SuppressedFinding } from "./result.ts";

/**
 * Moves the findings that unexpired suppressions match to `suppressed`. Adds a note for each
 * suppression that has expired and still matches a finding, and for each that matches none.
 */
export function suppress(result: AuditResult, suppressions: readonly Suppression[]): AuditResult {
  const at = result.readAt.at(-1);
  if (suppressions.length === 0 || at === undefined) return result;
  /** The numbers of findings that each suppression matches, and that no suppression hides. */
  const matched = new Map<Suppression, number>();
  const objects = result.objects.map((object): AuditedObject => {
    const suppressed: SuppressedFinding[] = [];
    const findings = object.findings.filter((finding) => {
      const found = suppressions.filter((each) => matches(each, finding.origin, object));
      const suppression = found.find(({ expires }) => at < expires);
      for (const each of found) matched.set(each, (matched.get(each) ?? 0) + (suppression === undefined ? 1 : 0));
      if (suppression !== undefined) suppressed.push({ ...finding, suppression });
      return suppression === undefined;
    });
    return suppressed.length === 0 ? object : { ...object, findings, suppressed };
  });
  const notes = suppressions.flatMap((each, index) => {
    const shown = matched.get(each);
    if (shown === undefined) return unmatchedNote(each, index, result) ?? [];
    return shown > 0 ? [noteOf(index, expiredNote(each, shown))] : [];
  });
  return { ...result, objects, notes: [...(result.notes ?? []), ...notes] };
}

function matches({ check, object }: Suppression, origin: string, found: AuditedObject): boolean {
  return check === origin && matchesGlob(object, namespacedName(found));
}

function expiredNote({ check, object, owner, expires }: Suppression, count: number): string {
  return `expired at ${isoSecond(expires)}, so it no longer hides ${pluralize(count, "finding")} of ${check} about ${object}; contact ${owner}`;
}

/**
 * Returns undefined if the finding can exist although the audit did not find it, because the check
 * did not run for each object that the pattern matches, or because the audit did not read all
 * objects.
 */
function unmatchedNote(suppression: Suppression, index: number, result: AuditResult): string | undefined {
  const { check, object: pattern } = suppression;
  const problem = idProblem(check);
  if (problem !== undefined) return noteOf(index, `check: ${problem}`);
  if (result.isPartial || result.selection?.namespace !== undefined || whyNotRun(result, check) !== undefined)
    return undefined;
  const isSure = result.objects.every(
    (object) =>
      !matchesGlob(pattern, namespacedName(object)) || wouldFind(result, check, { kind: object.kind, object }),
  );
  return isSure ? noMatch(suppression, index) : undefined;
}

function noMatch({ check, object }: Suppression, index: number): string {
  return noteOf(index, `matches no finding of ${check} about ${object}; remove it if the problem is fixed`);
}

function noteOf(index: number, text: string): string {
  return `suppressions[${index}]: ${text}`;
}

/** Returns the notes of `suppress` about suppressions without a match, if none has a match. */
export function unmatchedNotes(suppressions: readonly Suppression[]): readonly string[] {
  return suppressions.map(noMatch);
}
