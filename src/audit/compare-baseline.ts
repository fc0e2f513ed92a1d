import { failed, ok, type Result } from "../core/field/result.ts";
import { reaches, type Severity, worstFirst } from "../core/field/severity.ts";
import { distinctTexts } from "../core/text/compare-texts.ts";
import { joinWords } from "../core/text/join-words.ts";
import { sanitize } from "../report/sanitize.ts";
import type { Baseline, ComparedCluster } from "./baseline.ts";
import { wouldFind } from "./coverage.ts";
import type { AuditedObject, AuditFinding, AuditResult, GoneFinding, Selection } from "./result.ts";
import { isSelected } from "./select-findings.ts";

/**
 * Marks the findings that an earlier audit of the same cluster also has, and adds those that are
 * gone. If an object could not be read, nothing counts as gone. Fails if the baseline is of another
 * cluster, or if it lacks findings that `selectFindings` then selects.
 */
export function compareWithBaseline(result: AuditResult, baseline: Baseline): Result<AuditResult, string> {
  const { cluster = {}, selection = {}, isPartial = false } = result;
  const error = otherCluster(baseline.cluster, cluster) ?? partOnly(baseline.selection, selection);
  if (error !== undefined) return failed(error);
  const known = knownIn(baseline.findings);
  // A finding whose suppression has expired is new.
  const knownSuppressed = knownIn([...baseline.findings, ...baseline.suppressed]);
  const objects = result.objects.map((object): AuditedObject => {
    const { findings, suppressed } = object;
    if (findings.length === 0 && suppressed === undefined) return object;
    return {
      ...object,
      findings: findings.map((finding) => marked(object, finding, known)),
      suppressed: suppressed?.map((finding) => marked(object, finding, knownSuppressed)),
    };
  });
  const compared = { ...result, objects };
  const notes = [
    ...(isComparable(baseline.cluster, cluster)
      ? []
      : ["the baseline or the audit does not name its cluster, so both can be of different clusters"]),
    ...leftOutNotes(compared, baseline, selection),
    ...(isPartial ? ["objects could not be read, so it is not known which findings of the baseline are gone"] : []),
  ];
  return ok({
    ...compared,
    baseline: { readAt: baseline.readAt, gone: goneFindings(compared, baseline, selection) },
    notes: [...(result.notes ?? []), ...notes],
  });
}

/** Returns the worst severity of each finding of a baseline. */
function knownIn(findings: readonly GoneFinding[]): ReadonlyMap<string, Severity> {
  return new Map(
    worstFirst(findings)
      .map((finding): [string, Severity] => [keyOf(finding, finding), finding.severity])
      .toReversed(),
  );
}

function marked<T extends AuditFinding>(object: AuditedObject, finding: T, known: ReadonlyMap<string, Severity>): T {
  const before = known.get(keyOf(object, finding));
  return before !== undefined && reaches(before, finding.severity) ? { ...finding, isKnown: true } : finding;
}

/**
 * Returns a string that identifies a finding. Reports contain sanitized strings. The message is no
 * part of it, because a message can contain the age of a time.
 */
function keyOf({ kind, namespace, name }: Pick<GoneFinding, "kind" | "namespace" | "name">, finding: FoundIn): string {
  return JSON.stringify([kind, namespace, name, finding.origin, finding.field].map(sanitize));
}

type FoundIn = Pick<AuditFinding, "origin" | "field">;

function otherCluster(before: ComparedCluster, now: ComparedCluster): string | undefined {
  const by = (["uid", "server"] as const).find((each) => before[each] !== undefined && now[each] !== undefined);
  if (by === undefined || before[by] === now[by]) return undefined;
  const what = by === "uid" ? "the uid of its namespace kube-system" : "the address of its API server";
  return `is a report of another cluster: ${what} is ${before[by]}, and not ${now[by]}`;
}

function isComparable(before: ComparedCluster, now: ComparedCluster): boolean {
  return (["uid", "server"] as const).some((each) => before[each] !== undefined && now[each] !== undefined);
}

/** Returns an error if a report cannot contain all findings of a selection. */
function partOnly(before: Selection, now: Selection): string | undefined {
  if (before.namespace !== undefined && before.namespace !== now.namespace)
    return `contains only findings of the namespace ${before.namespace}: add -n ${before.namespace}`;
  if (before.severity !== undefined && !(now.severity && reaches(now.severity, before.severity)))
    return `contains only findings of a severity from ${before.severity}: add --severity ${before.severity}`;
  const { checks } = before;
  if (checks !== undefined && !now.checks?.every((id) => checks.includes(id)))
    return `contains only findings of ${joinWords(checks)}: add ${checks.map((id) => `--check ${id}`).join(" ")}`;
  return undefined;
}

/** Returns a note about checks with findings that did not run in the earlier audit. */
function leftOutNotes({ objects }: AuditResult, { leftOut }: Baseline, selection: Selection): readonly string[] {
  const found = objects.flatMap(({ findings }) =>
    findings.filter((each) => !each.isKnown && isSelected(each, selection)),
  );
  const ids = distinctTexts(found.map(({ origin }) => origin).filter((origin) => leftOut.includes(origin)));
  return ids.length === 0 ? [] : [`new because it did not run for the baseline: ${joinWords(ids)}`];
}

/** Returns the findings that the audit would have if they still existed. */
function goneFindings(result: AuditResult, { findings }: Baseline, { namespace }: Selection): readonly GoneFinding[] {
  const present = new Set<string>();
  const byKey = new Map<string, AuditedObject>();
  for (const object of result.objects) {
    byKey.set(objectKey(object), object);
    for (const finding of [...object.findings, ...(object.suppressed ?? [])]) present.add(keyOf(object, finding));
  }
  return findings.filter(
    (each) =>
      !present.has(keyOf(each, each)) &&
      (namespace === undefined || namespace === each.namespace) &&
      wouldFind(result, each.origin, { kind: each.kind, object: byKey.get(objectKey(each)) }),
  );
}

function objectKey({ kind, namespace, name }: Pick<GoneFinding, "kind" | "namespace" | "name">): string {
  return JSON.stringify([kind, namespace, name].map(sanitize));
}
