import { fieldAt, objectsAt, textAt, textsAt } from "../core/api/fields.ts";
import { failed, ok, type Result, tryOrUndefined } from "../core/field/result.ts";
import { type Severity, severities } from "../core/field/severity.ts";
import { parseTime } from "../core/text/time.ts";
import type { ClusterIdentity } from "../listing/cluster-identity.ts";
import type { GoneFinding, Selection } from "./result.ts";

/** What identifies a cluster in two reports. Its name can differ. */
export type ComparedCluster = Pick<ClusterIdentity, "server" | "uid">;

/** What the JSON of an earlier audit contains for the comparison with a later one. */
export interface Baseline {
  readonly readAt: Date;
  readonly cluster: ComparedCluster;
  readonly selection: Selection;
  readonly findings: readonly GoneFinding[];
  readonly suppressed: readonly GoneFinding[];
  /** The ids of the checks that did not run. */
  readonly leftOut: readonly string[];
}

/** Reads a report of `audit -o json`. The error continues the name of the file. */
export function readBaseline(text: string): Result<Baseline, string> {
  const report = tryOrUndefined((): unknown => JSON.parse(text));
  const isReport = textAt(report, "apiVersion") === "report.lease-guard.dev/v1alpha1";
  const kind = textAt(report, "kind");
  if (isReport && kind === "AuditList") return failed("must be a report about one cluster");
  if (!isReport || kind !== "Audit") return failed("must be a report that lease-guard audit -o json wrote");
  const times = textsAt(report, "readAt");
  const readAt = parseTime(times.at(-1) ?? "");
  if (readAt === undefined) return failed("must have the time of a listing in readAt");
  return ok({
    readAt,
    cluster: { server: textIn(report, "cluster", "server"), uid: textIn(report, "cluster", "uid") },
    selection: {
      namespace: textIn(report, "selection", "namespace"),
      severity: severityOf(textAt(report, "selection", "severity")),
      checks: fieldAt(report, "selection", "checks") === undefined ? undefined : textsAt(report, "selection", "checks"),
    },
    findings: objectsAt(report, "objects").flatMap((object) => findingsOf(object, "findings")),
    suppressed: objectsAt(report, "objects").flatMap((object) => findingsOf(object, "suppressed")),
    leftOut: objectsAt(report, "leftOut").map((each) => textAt(each, "check")),
  });
}

function textIn(report: unknown, ...path: readonly string[]): string | undefined {
  return textAt(report, ...path) || undefined;
}

function severityOf(text: string): Severity | undefined {
  return severities.find((severity) => severity === text);
}

function findingsOf(object: object, field: "findings" | "suppressed"): readonly GoneFinding[] {
  const kind = textAt(object, "kind") === "LeaseCandidate" ? "LeaseCandidate" : "Lease";
  const { namespace, name } = { namespace: textAt(object, "namespace"), name: textAt(object, "name") };
  const findings = objectsAt(object, field).filter((finding) => textAt(finding, "origin") !== "");
  return findings.map((finding) => ({
    ...{ kind, namespace, name },
    origin: textAt(finding, "origin"),
    severity: severityOf(textAt(finding, "severity")) ?? "info",
    field: textAt(finding, "field"),
    message: textAt(finding, "message"),
  }));
}
