import { X509Certificate } from "node:crypto";
import type { Logger } from "pino";
import { ok } from "../../field/result.ts";
import { dayMs } from "../../text/duration.ts";
import { FileWatch } from "../file-watch.ts";
import type { Metrics } from "../metrics/metrics.ts";
import {
  type CertificatePair,
  type CertificatePaths,
  type CertificateProblem,
  type CheckedPair,
  checkCertificate,
  checkServiceNames,
  readCertificate,
} from "./certificate-check.ts";

/** Days before the expiry at which the log warns, once each. */
const warnDays = [1, 7, 30];

/** What a `CertificateSource` works with; `use` gets each new pair. */
export interface CertificateSourceOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly now: () => Date;
  readonly use: (pair: CertificatePair) => void;
}

/**
 * Watches the files of a pair, and uses a new one as soon as it can be served. Until the files hold
 * such a pair, it keeps the previous one and logs one warning for each change.
 */
export class CertificateSource {
  readonly #files: CertificatePaths;
  readonly #options: CertificateSourceOptions;
  readonly #watch: FileWatch<CheckedPair>;
  #current: CertificatePair;
  #rejected = "";
  #warnedDays = Number.POSITIVE_INFINITY;

  /** `current` is what the files held when the server started. */
  constructor(files: CertificatePaths, current: CertificatePair, options: CertificateSourceOptions) {
    this.#files = files;
    this.#current = current;
    this.#options = options;
    this.#watch = new FileWatch(
      Object.values(files),
      () => readCertificate(files),
      (read) => this.#take(read),
    );
  }

  /** Stops watching; uses nothing further. */
  close(): void {
    this.#watch.close();
  }

  #take(read: CheckedPair): void {
    const now = this.#options.now();
    const checked = read.ok ? this.#check(read.value, now) : read;
    if (checked.ok) this.#accept(checked.value);
    else this.#reject(checked.error, read);
    this.#warnBeforeExpiry(now);
  }

  #check(pair: CertificatePair, now: Date): CheckedPair {
    if (this.#isCurrent(pair)) return ok(pair);
    const checked = checkCertificate(pair, now);
    return checked.ok ? checkServiceNames(this.#current.certificate, pair) : checked;
  }

  #isCurrent({ certificate, privateKey, clientCa }: CertificatePair): boolean {
    const current = this.#current;
    return certificate === current.certificate && privateKey === current.privateKey && clientCa === current.clientCa;
  }

  #accept(pair: CertificatePair): void {
    this.#rejected = "";
    if (this.#isCurrent(pair)) return;
    const { log, metrics, use } = this.#options;
    use(pair);
    this.#current = pair;
    this.#warnedDays = Number.POSITIVE_INFINITY;
    metrics.certificateReloaded("success");
    log.info({ notAfter: notAfter(pair) }, "serving certificate changed");
  }

  #reject(problem: CertificateProblem, read: CheckedPair): void {
    // The files changed during the read: the next one shows more.
    if (this.#watch.settling) return;
    const rejected = JSON.stringify([problem, read]);
    if (rejected === this.#rejected) return;
    this.#rejected = rejected;
    const { log, metrics } = this.#options;
    metrics.certificateReloaded("error");
    log.warn(
      { file: this.#files[problem.file], reason: problem.detail },
      "certificate files rejected; still serving the previous certificate",
    );
  }

  #warnBeforeExpiry(now: Date): void {
    const { validFrom, validTo } = new X509Certificate(this.#current.certificate);
    const leftMs = Date.parse(validTo) - now.getTime();
    // A certificate that lives for days is not renewed a month ahead; issuers renew when a third of
    // its life is left, or more.
    const lateMs = (Date.parse(validTo) - Date.parse(validFrom)) / 4;
    const days = warnDays.find((days) => leftMs < Math.min(days * dayMs, lateMs));
    if (days === undefined || days >= this.#warnedDays) return;
    this.#warnedDays = days;
    this.#options.log.warn({ notAfter: notAfter(this.#current) }, "serving certificate expires soon and has not been renewed");
  }
}

function notAfter({ certificate }: CertificatePair): string {
  return new Date(new X509Certificate(certificate).validTo).toISOString();
}
