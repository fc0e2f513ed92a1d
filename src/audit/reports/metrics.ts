import { kinds } from "../../core/api/coordination.ts";
import { isHealthy } from "../../core/field/severity.ts";
import { compareTexts } from "../../core/text/compare-texts.ts";
import type { Report } from "../../report/report.ts";
import { sanitize } from "../../report/sanitize.ts";
import type { Fleet } from "../fleet/fleet.ts";
import type { AuditResult } from "../result.ts";
import { findingCounts } from "./shown.ts";

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/**
 * Formats an audit as metrics for Prometheus, in the text format. No metric has the name or the
 * namespace of an object as a label, because clients could then create any number of time series.
 */
export const auditMetrics: Report<AuditResult> = (result) => metricsText({ clusters: [result], unread: [] });

/** Formats the audits of several clusters as metrics. */
export const fleetMetrics: Report<Fleet<AuditResult>> = (fleet) => metricsText(fleet);

function metricsText({ clusters, unread }: Fleet<AuditResult>): string {
  const samples = (of: (result: AuditResult) => readonly Sample[]): readonly Sample[] =>
    clusters.flatMap((result) =>
      of(result).map(([labels, value]) => [{ cluster: result.cluster.name, ...labels }, value]),
    );
  return [
    gauge("findings", "Findings of the last audit, by check or rule, and by severity.", samples(findingSamples)),
    gauge(
      "objects",
      "Objects that the last audit read, by kind.",
      samples(({ objects }) =>
        kinds.map((kind) => [
          { kind },
          objects.filter((object) => object.kind === kind && object.isMissing !== true).length,
        ]),
      ),
    ),
    gauge(
      "healthy_objects",
      "Objects without errors and warnings in the last audit.",
      samples(({ objects }) => [[{}, objects.filter(({ findings }) => isHealthy(findings)).length]]),
    ),
    gauge(
      "unread_resources",
      "Resources that the last audit could not read.",
      samples((result) => result.unread.map(({ resource }) => [{ resource }, 1])),
    ),
    gauge(
      "unread_clusters",
      "Clusters that the last audit could not read.",
      unread.map(({ cluster }) => [{ cluster: cluster.name }, 1]),
    ),
    gauge(
      "read_timestamp_seconds",
      "Time at which the last audit read the objects, in seconds since the Unix epoch.",
      samples(({ readAt }) => readAt.slice(-1).map((last) => [{}, last.getTime() / 1000])),
    ),
  ].join("");
}

function findingSamples({ objects }: AuditResult): readonly Sample[] {
  return findingCounts(objects)
    .toSorted((a, b) => compareTexts(a.origin, b.origin))
    .map(({ origin: check, severity, count }) => [{ check, severity }, count]);
}

/** Returns a metric with its samples. Returns "" without samples. */
function gauge(name: string, help: string, samples: readonly Sample[]): string {
  if (samples.length === 0) return "";
  const full = `lease_guard_audit_${name}`;
  const lines = samples.map(([labels, value]) => `${full}${labelText(labels)} ${value}\n`);
  return `# HELP ${full} ${help}\n# TYPE ${full} gauge\n${lines.join("")}`;
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(sanitize(value))}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

/** Escapes a label value. The value contains no line break, because it is sanitized. */
function escapeLabel(value: string): string {
  return value.replace(/["\\]/g, (char) => `\\${char}`);
}
