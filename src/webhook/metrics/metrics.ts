import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { extraValue, podNameKey } from "../../core/api/user-extra.ts";
import type { Reply } from "../../engine/review/respond.ts";
import { possibleFindings } from "../../engine/validate/possible-findings.ts";
import { type Expirations, expirationKinds, policyExpirations } from "../../policy/expirations.ts";
import type { Policy } from "../../policy/policy.ts";
import { stampsNeeded } from "./clock-offset.ts";
import { ReviewCounter, reviewLabels } from "./review-counter.ts";

/** The reasons why a request, or a connection whose handshake fails, gets no admission decision. */
export const refusalReasons = [
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

export type RefusalReason = (typeof refusalReasons)[number];

/** The reasons for closing a connection, which `lease_guard_closed_connections_total` counts. */
export const closeReasons = ["limit", "refused", "unread"] as const;

export type CloseReason = (typeof closeReasons)[number];

/** The reasons why the server omits a log line. */
export const omitReasons = ["connection", "sampled"] as const;

export type OmitReason = (typeof omitReasons)[number];

/** Metrics of prom-client whose names `promtool check metrics` rejects. */
const misnamed = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];

/**
 * Upper bounds of the histogram in seconds. Many of them are also bounds in kube-apiserver's
 * histogram of webhook calls. Validating a renewal takes a fraction of a millisecond.
 */
const bounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The server's metrics for Prometheus. Clients cannot create series. No series contains names of
 * objects, namespaces, or users.
 */
export class Metrics {
  /** The number of requests whose response is not closed yet. */
  inFlight = 0;
  readonly #reviews = new ReviewCounter();
  #writesWithPod = 0;
  #writesWithoutPod = 0;
  readonly #registry = new Registry();
  readonly #duration = new Histogram({
    name: "lease_guard_admission_request_duration_seconds",
    help: "Duration of the validation of a review, in seconds, without the time for which the review waited.",
    buckets: bounds,
    registers: [this.#registry],
  });
  readonly #requests = this.#counter("admission_requests_total", "Reviews that received a response.", reviewLabels);
  readonly #inFlight = this.#gauge("admission_requests_in_flight", "Requests that have not received a response yet.");
  readonly #writes = this.#counter(
    "validated_writes_total",
    "Validated writes, by whether the review contains the pod of the writer.",
    ["writer_pod"],
  );
  readonly #findings = this.#counter("rule_findings_total", "Findings by rule and mode.", ["rule", "mode"]);
  readonly #faults = this.#counter(
    "rule_faults_total",
    "Rule failures, by rule. Every failure is a bug in lease-guard.",
    ["rule"],
  );
  readonly #undecoded = this.#counter(
    "undecoded_old_objects_total",
    "Validated writes of a stored object that does not decode as a whole.",
  );
  readonly #refused = this.#counter(
    "refused_requests_total",
    "Requests rejected without an admission decision, by reason.",
    ["reason"],
  );
  readonly #closed = this.#counter(
    "closed_connections_total",
    "Connections that lease-guard closed, by reason: idle or incomplete at the limit (limit), new at the limit (refused), or with unread responses (unread).",
    ["reason"],
  );
  readonly #certificateNotAfter = this.#gauge(
    "certificate_not_after_timestamp_seconds",
    "Expiry time of the serving certificate, in seconds since the Unix epoch.",
  );
  readonly #certificateReloads = this.#counter(
    "certificate_reloads_total",
    "Attempts to load changed certificate files, by result. An invalid change counts once.",
    ["result"],
  );
  readonly #policyReloads = this.#counter(
    "policy_reloads_total",
    "Attempts to load a changed policy file, by result. An invalid file counts again at each check.",
    ["result"],
  );
  readonly #policyLoaded = this.#gauge(
    "policy_loaded_timestamp_seconds",
    "Time at which lease-guard loaded the active policy, in seconds since the Unix epoch.",
  );
  readonly #policyExpiration = this.#gauge(
    "policy_next_expiration_timestamp_seconds",
    "Next time at which an exemption expires (exemption), or a rule starts to deny (warnUntil), in seconds since the Unix epoch.",
    ["kind"],
  );
  #expirations: Expirations = { exemption: [], warnUntil: [] };
  readonly #logLinesLost = this.#counter(
    "log_lines_lost_total",
    "Log lines that lease-guard dropped because it could not write them.",
  );
  readonly #logLinesOmitted = this.#counter(
    "log_lines_omitted_total",
    "Omitted log lines, by reason: too many lines of one connection (connection), or too many rejected requests (sampled).",
    ["reason"],
  );
  readonly #recordsLost = this.#counter(
    "recorded_reviews_lost_total",
    "Reviews that lease-guard dropped from the recording because it could not write them.",
  );
  readonly #clockOffset = this.#gauge(
    "clock_offset_seconds",
    `Clock offset in seconds: of the last ${stampsNeeded} measured offsets, the one closest to 0. Positive if the clock of lease-guard is ahead of the clock of kube-apiserver.`,
  );
  readonly #draining = this.#gauge("draining", "1 while the server is shutting down, 0 otherwise.");

  constructor(version: string) {
    this.#gauge("build_info", "Versions of lease-guard and Node.js; always 1.", ["version", "node"]).set(
      { version, node: process.version },
      1,
    );
    // A new gauge has the value 0, which would look like a measured offset.
    this.#clockOffset.remove();
    // These series exist from the start with the value 0. An alert on an increase would ignore a
    // series that starts at 1.
    for (const reason of refusalReasons) this.#refused.inc({ reason }, 0);
    for (const reason of omitReasons) this.#logLinesOmitted.inc({ reason }, 0);
    for (const reason of closeReasons) this.#closed.inc({ reason }, 0);
    for (const result of ["success", "error"]) {
      this.#certificateReloads.inc({ result }, 0);
      this.#policyReloads.inc({ result }, 0);
    }
    collectDefaultMetrics({ register: this.#registry });
    for (const name of misnamed) this.#registry.removeSingleMetric(name);
  }

  /**
   * Counts an AdmissionReview that the server sends as a response. `seconds` is the time that the
   * validation took.
   */
  decided(reply: Reply, seconds: number): void {
    this.#reviews.count(reply);
    this.#duration.observe(seconds);
    if (reply.verdict !== undefined && !reply.verdict.findings.some(({ source }) => source === "limit")) {
      if (extraValue(reply.request.userInfo?.extra, podNameKey) === undefined) this.#writesWithoutPod++;
      else this.#writesWithPod++;
    }
    for (const { origin, mode } of reply.verdict?.findings ?? []) this.#findings.inc({ rule: origin, mode });
    if (reply.verdict?.undecoded !== undefined) this.#undecoded.inc();
    for (const { origin } of reply.verdict?.crashes ?? []) this.#faults.inc({ rule: origin });
  }

  refused(reason: RefusalReason): void {
    this.#refused.inc({ reason });
  }

  connectionClosed(reason: CloseReason): void {
    this.#closed.inc({ reason });
  }

  certificateNotAfter(seconds: number): void {
    this.#certificateNotAfter.set(seconds);
  }

  certificateReloaded(result: "success" | "error"): void {
    this.#certificateReloads.inc({ result });
  }

  /**
   * Records that a policy became active. Creates the series of all findings that are possible under
   * the policy, so that an increase from 0 to 1 is visible.
   */
  policyActive(policy: Policy, now: Date): void {
    this.#policyLoaded.set(now.getTime() / 1000);
    this.#expirations = policyExpirations(policy);
    for (const { origin, mode } of possibleFindings(policy)) this.#findings.inc({ rule: origin, mode }, 0);
  }

  policyReloaded(result: "success" | "error"): void {
    this.#policyReloads.inc({ result });
  }

  logLinesLost(count: number): void {
    this.#logLinesLost.inc(count);
  }

  logLineOmitted(reason: OmitReason): void {
    this.#logLinesOmitted.inc({ reason });
  }

  recordsLost(count: number): void {
    this.#recordsLost.inc(count);
  }

  draining(is: boolean): void {
    this.#draining.set(Number(is));
  }

  /**
   * Sets the clock offset in seconds. If the webhook's clock is ahead of the clock of
   * kube-apiserver, the offset is positive.
   */
  clockOffset(seconds: number): void {
    this.#clockOffset.set(seconds);
  }

  /** Returns the metrics at the time `now`, in the text format of Prometheus. */
  async text(now: Date = new Date()): Promise<string> {
    this.#policyExpiration.reset();
    for (const kind of expirationKinds) {
      const next = this.#expirations[kind].find((date) => date > now.getTime());
      if (next !== undefined) this.#policyExpiration.set({ kind }, next / 1000);
    }
    this.#requests.reset();
    for (const { labels, count } of this.#reviews.series()) this.#requests.inc(labels, count);
    this.#writes.reset();
    this.#writes.inc({ writer_pod: "known" }, this.#writesWithPod);
    this.#writes.inc({ writer_pod: "unknown" }, this.#writesWithoutPod);
    this.#inFlight.set(this.inFlight);
    return this.#registry.metrics();
  }

  #counter(name: string, help: string, labelNames: readonly string[] = []): Counter {
    return new Counter({ name: `lease_guard_${name}`, help, labelNames, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, labelNames: readonly string[] = []): Gauge {
    return new Gauge({ name: `lease_guard_${name}`, help, labelNames, registers: [this.#registry] });
  }
}
