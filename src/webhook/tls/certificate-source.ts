import { X509Certificate } from "node:crypto";
import { dnsNamesOf, validityOf } from "../../cluster/x509/parse-certificate.ts";
import type { CertificateProblem } from "../../cluster/x509/pem-pair.ts";
import { failed, ok } from "../../core/field/result.ts";
import { isoTime } from "../../core/text/time.ts";
import { expiresWithin, soonDays } from "../../core/text/validity.ts";
import { FileWatch } from "../file-watch.ts";
import type { Log } from "../log/log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import {
  type CertificatePair,
  type CertificatePaths,
  type CheckedPair,
  checkCertificate,
  readCertificate,
} from "./certificate-check.ts";

/**
 * The numbers of days before the expiry of a certificate at which the server logs a warning. If the
 * certificate has a short lifetime, `expiresWithin` delays the warnings.
 */
export const warnDays: readonly number[] = [1, 3, soonDays];

/**
 * The dependencies of a `CertificateSource`. `use` gets each new certificate with its key and the
 * client CAs.
 */
export interface CertificateSourceOptions {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly now: () => Date;
  readonly use: (pair: CertificatePair) => void;
}

/**
 * Watches the files of a certificate, its key, and the client CAs. Uses new content as soon as the
 * files pass all checks. Until then, keeps the previous content and logs one warning for each
 * rejected change.
 */
export class CertificateSource {
  readonly #files: CertificatePaths;
  readonly #options: CertificateSourceOptions;
  readonly #watch: FileWatch<CheckedPair>;
  #current: CertificatePair;
  #rejected = "";
  #warnedDays = Number.POSITIVE_INFINITY;

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

  /** Stops watching the files. The certificate in use stays the same. */
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
    log.info({ notAfter: expiryOf(pair) }, "serving certificate changed");
  }

  #reject(problem: CertificateProblem<keyof CertificatePair>, read: CheckedPair): void {
    // The files have changed during the read, so another read follows and reports its own problems.
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
    const validity = validityOf(this.#current.certificate);
    const days = warnDays.find((each) => expiresWithin(each, validity, now.getTime()));
    if (days === undefined || days >= this.#warnedDays) return;
    this.#warnedDays = days;
    this.#options.log.warn(
      { notAfter: expiryOf(this.#current) },
      "serving certificate expires soon and has not been renewed",
    );
  }
}

function expiryOf({ certificate }: CertificatePair): string {
  return isoTime(validityOf(certificate).notAfter);
}

/**
 * Returns the new certificate `pair`, or a problem if it is not valid for the Services of the
 * current certificate. kube-apiserver verifies `SERVICE.NAMESPACE.svc`, so every call would fail
 * without this name. If the current certificate has a wildcard, the name of the Service is unknown.
 * The new certificate then only needs a name that matches the wildcard.
 */
export function checkServiceNames(current: string, pair: CertificatePair): CheckedPair {
  const names = dnsNamesOf(new X509Certificate(pair.certificate));
  const services = dnsNamesOf(new X509Certificate(current)).filter((name) => name.endsWith(".svc"));
  const lost = services.find((service) => !names.some((name) => covers(name, service) || covers(service, name)));
  return lost === undefined
    ? ok(pair)
    : failed({ file: "certificate", detail: `must hold a certificate for ${lost}, like the current one` });
}

/**
 * Reports whether a name of a certificate covers a host name. As in Go, only a whole first label
 * can be a wildcard, and the wildcard matches exactly one label.
 */
function covers(pattern: string, name: string): boolean {
  return (
    pattern === name ||
    (pattern.startsWith("*.") && pattern.slice(1) === name.slice(name.indexOf(".")) && !name.startsWith("."))
  );
}
