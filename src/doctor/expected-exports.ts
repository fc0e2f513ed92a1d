import { canonicalJson } from "../core/api/json-object.ts";
import { defaultExportVersion, exportVersions } from "../core/api/kubernetes-version.ts";
import { type ExplainedExport, explainExport, isExported } from "../export/explain-export.ts";
import { exportPolicy } from "../export/export-policy.ts";
import type { AdmissionObject, ExportOptions } from "../export/objects.ts";
import { objectsOf, type SnapshotObject } from "../installation/snapshot.ts";
import type { Policy } from "../policy/policy.ts";
import type { Examined } from "./examined.ts";

/** The fix of most findings about exported policies. */
export const exportAgain: readonly string[] = ["lease-guard policy export policy.yaml | kubectl apply -f -"];

export interface Exported {
  readonly policy: SnapshotObject;
  readonly explained: ExplainedExport;
}

/** Returns the admission policies of a cluster that lease-guard exported. */
export function exported({ snapshot, version }: Pick<Examined, "snapshot" | "version">): readonly Exported[] {
  return objectsOf(snapshot, "ValidatingAdmissionPolicy").flatMap((policy) =>
    explainExport([policy.value], version).map((explained) => ({ policy, explained })),
  );
}

/** The options of an export that its objects show. */
export type ExportForm = Pick<ExportOptions, "hasRelations" | "failsClosed" | "isSplit" | "version">;

/**
 * The number of past dates of a policy whose exports the doctor compares. An export that is older
 * than all of them counts as different.
 */
const maxDates = 20;

/**
 * Yields the admission policies that this version can have exported from a policy, without the
 * prefix of their names. Their objects contain neither the Kubernetes version nor the time of the
 * export, and an export leaves out the exemptions and dates that have passed.
 */
export function* possibleExports(policy: Policy, form: ExportForm, now: Date): Iterable<readonly AdmissionObject[]> {
  const seen = new Set<string>();
  for (const time of [now, ...datesBefore(policy, now)])
    for (const kubernetesVersion of [defaultExportVersion, ...exportVersions]) {
      const objects = exportedAt(policy, { ...form, kubernetesVersion, now: time });
      const text = canonicalJson(objects);
      if (seen.has(text)) continue;
      seen.add(text);
      yield objects;
    }
}

export function exportedAt(
  policy: Policy,
  options: ExportForm & Pick<ExportOptions, "kubernetesVersion" | "now">,
): readonly AdmissionObject[] {
  return exportPolicy(policy, { ...options, name: "", isStatic: false }).objects.filter(isExported);
}

/** Returns the last moments before the past dates of a policy, latest first. */
function datesBefore({ exemptions, rules }: Policy, now: Date): readonly Date[] {
  const settings = [...rules.values()].flatMap((rule) => [rule, ...(rule.scopes ?? [])]);
  const dates = [
    ...exemptions.map(({ expires }) => expires.getTime()),
    ...settings.flatMap(({ warnUntil }) => warnUntil?.getTime() ?? []),
  ];
  return [...new Set(dates)]
    .filter((date) => date <= now.getTime())
    .sort((a, b) => b - a)
    .slice(0, maxDates)
    .map((date) => new Date(date - 1));
}

/** Returns the object of an export whose name, without its prefix, is the end of a name. */
export function counterpartOf(name: string, objects: readonly AdmissionObject[]): AdmissionObject | undefined {
  const [longest] = objects
    .filter(({ metadata }) => name.endsWith(metadata.name))
    .sort((a, b) => b.metadata.name.length - a.metadata.name.length);
  return longest;
}
