import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { type Reply, statusOf } from "../admission/respond.ts";
import type { AdmissionRequest } from "../api/admission.ts";
import { servedVersions } from "../api/served-versions.ts";
import { DurationHistogram } from "./duration-histogram.ts";

const reasons = [
  "bad_request",
  "bad_review",
  "content_type",
  "deadline",
  "internal_error",
  "overload",
  "tls_handshake",
  "too_large",
  "unauthorized",
] as const;

/** Why a request gets no verdict. */
export type RefusalReason = (typeof reasons)[number];

/** Closed sets, so that no client can make a series. */
const judged = ["CREATE", "UPDATE", "DELETE"];
const operations = [...judged, "CONNECT", "other"];
const resources = [...new Set(servedVersions.map(({ resource }) => resource)), "other"];

/** Of a review that is allowed, and of one that lacks what its operation needs. */
const codes = [200, 400];

/** Of a review that is denied, by an operator or as kube-apiserver would: never of a CONNECT. */
const denialCodes = [403, 422];

const labelNames = ["operation", "resource", "allowed", "code", "dry_run"] as const;

interface Series {
  readonly labels: Readonly<Record<(typeof labelNames)[number], string>>;
  count: number;
}

/** Those of prom-client's that `promtool check metrics` finds misnamed. */
const misnamed = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];

/**
 * What the server tells Prometheus, in at most 500 series whatever it is sent: never a name, a namespace or a user. What every
 * request touches is plain numbers, handed to prom-client when somebody asks.
 */
export class Metrics {
  /** Requests that are not answered yet. */
  inFlight = 0;
  readonly #series: ReadonlyMap<number, Series> = requestSeries();
  readonly #duration = new DurationHistogram(
    "lease_guard_admission_request_duration_seconds",
    "Time from the last byte of a review to its verdict.",
  );
  readonly #registry = new Registry();
  readonly #requests = this.#counter("admission_requests_total", "Reviews that were answered.", labelNames);
  readonly #inFlight = this.#gauge("admission_requests_in_flight", "Requests that are not answered yet.");
  readonly #findings = this.#counter("rule_findings_total", "Faults that were found, by what came of them.", ["rule", "mode"]);
  readonly #faults = this.#counter("rule_faults_total", "Rules that failed and abstained, which is a bug.", ["rule"]);
  readonly #refused = this.#counter("refused_requests_total", "Requests that got no verdict.", ["reason"]);
  readonly #certificateNotAfter = this.#gauge("certificate_not_after_timestamp_seconds", "When the serving certificate runs out.");
  readonly #certificateReloads = this.#counter("certificate_reloads_total", "Changes of the certificate files.", ["result"]);
  readonly #policyReloads = this.#counter("policy_reloads_total", "Looks at a changed policy file, by what came of them.", ["result"]);
  readonly #policyLoaded = this.#gauge("policy_loaded_timestamp_seconds", "When the policy in force was read.");
  readonly #logLinesLost = this.#counter("log_lines_lost_total", "Log lines that could not be written.");
  readonly #recordsLost = this.#counter("recorded_reviews_lost_total", "Reviews that should have been recorded and could not be written.");
  readonly #draining = this.#gauge("draining", "1 while the server stops.");

  /** With lease-guard's own version. */
  constructor(version: string) {
    this.#gauge("build_info", "Always 1.", ["version", "node"]).set({ version, node: process.version }, 1);
    // From the start, as are the series of requests: an alert on an increase does not see a series that begins with 1.
    for (const reason of reasons) this.#refused.inc({ reason }, 0);
    for (const result of ["success", "error"]) {
      this.#certificateReloads.inc({ result }, 0);
      this.#policyReloads.inc({ result }, 0);
    }
    collectDefaultMetrics({ register: this.#registry });
    for (const name of misnamed) this.#registry.removeSingleMetric(name);
  }

  /** Counts an answer to a review; `seconds` is how long its verdict took. */
  decided(reply: Reply, seconds: number): void {
    const { request, verdict } = reply;
    const code = statusOf(reply)?.code ?? 200;
    const key = seriesKey(request?.operation ?? "other", resourceLabel(request), code, request?.dryRun ?? false);
    const series = this.#series.get(key);
    if (series !== undefined) series.count++;
    this.#duration.observe(seconds);
    for (const { origin, mode } of verdict?.findings ?? []) this.#findings.inc({ rule: origin, mode });
    for (const { origin } of verdict?.crashes ?? []) this.#faults.inc({ rule: origin });
  }

  refused(reason: RefusalReason): void {
    this.#refused.inc({ reason });
  }

  certificateNotAfter(seconds: number): void {
    this.#certificateNotAfter.set(seconds);
  }

  certificateReloaded(result: "success" | "error"): void {
    this.#certificateReloads.inc({ result });
  }

  /** A policy is in force from now on. */
  policyLoaded(now: Date): void {
    this.#policyLoaded.set(now.getTime() / 1000);
  }

  policyReloaded(result: "success" | "error"): void {
    this.#policyReloads.inc({ result });
  }

  logLinesLost(count: number): void {
    this.#logLinesLost.inc(count);
  }

  recordsLost(count: number): void {
    this.#recordsLost.inc(count);
  }

  draining(is: boolean): void {
    this.#draining.set(Number(is));
  }

  /** In Prometheus' text format. */
  async text(): Promise<string> {
    this.#requests.reset();
    for (const { labels, count } of this.#series.values()) this.#requests.inc(labels, count);
    this.#inFlight.set(this.inFlight);
    return (await this.#registry.metrics()) + this.#duration.text();
  }

  #counter(name: string, help: string, labelNames: readonly string[] = []): Counter {
    return new Counter({ name: `lease_guard_${name}`, help, labelNames, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, labelNames: readonly string[] = []): Gauge {
    return new Gauge({ name: `lease_guard_${name}`, help, labelNames, registers: [this.#registry] });
  }
}

/** All there can be. */
function requestSeries(): ReadonlyMap<number, Series> {
  const series = operations.flatMap((operation) =>
    resources.flatMap((resource) =>
      [...codes, ...(judged.includes(operation) ? denialCodes : [])].flatMap((code) =>
        [false, true].map((dryRun): [number, Series] => [
          seriesKey(operation, resource, code, dryRun),
          { labels: { operation, resource, allowed: String(code === 200), code: String(code), dry_run: String(dryRun) }, count: 0 },
        ]),
      ),
    ),
  );
  return new Map(series);
}

/**
 * A number, for a text would be put together, and looked at again for its hash, with each request. Codes are below 1000; an operation
 * that has no series makes it negative.
 */
function seriesKey(operation: string, resource: string, code: number, dryRun: boolean): number {
  return ((operations.indexOf(operation) * resources.length + resources.indexOf(resource)) * 1000 + code) * 2 + Number(dryRun);
}

function resourceLabel(request: AdmissionRequest | undefined): string {
  const { group, resource } = request?.resource ?? {};
  return group === "coordination.k8s.io" && resources.includes(resource ?? "") ? (resource ?? "other") : "other";
}
