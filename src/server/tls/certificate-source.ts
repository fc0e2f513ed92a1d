import { X509Certificate } from "node:crypto";
import type { Logger } from "pino";
import { FileWatch } from "../file-watch.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { type CertificateFault, type CertificatePair, certificateFault, lostServiceName } from "./certificate-check.ts";
import { type CertificatePaths, readCertificate } from "./read-certificate.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Days before the end at which it is told, once each. */
const warnDays = [1, 7, 30];

/** What a `CertificateSource` works with; `use` gets each new pair. */
export interface CertificateSourceOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly now: () => Date;
  readonly use: (pair: CertificatePair) => void;
}

/**
 * Files under watch. A pair that can be served is used as soon as it is there; of another the old one goes on serving, with one
 * warning a change, until the files are mended.
 */
export class CertificateSource {
  readonly #files: CertificatePaths;
  readonly #options: CertificateSourceOptions;
  readonly #watch: FileWatch<CertificatePair | CertificateFault>;
  #inUse: CertificatePair;
  #refused = "";
  #toldDays = Number.POSITIVE_INFINITY;

  /** `inUse` is what the files held when the server started. */
  constructor(files: CertificatePaths, inUse: CertificatePair, options: CertificateSourceOptions) {
    this.#files = files;
    this.#inUse = inUse;
    this.#options = options;
    this.#watch = new FileWatch(
      Object.values(files),
      () => readCertificate(files),
      (read) => this.#look(read),
    );
  }

  /** Nothing is used any more. */
  close(): void {
    this.#watch.close();
  }

  #look(read: CertificatePair | CertificateFault): void {
    const now = this.#options.now();
    this.#judge(read, now);
    this.#tellOfTheEnd(now);
  }

  #judge(read: CertificatePair | CertificateFault, now: Date): void {
    if ("detail" in read) {
      this.#refuse(read, read);
      return;
    }
    const isInUse =
      read.certificate === this.#inUse.certificate && read.privateKey === this.#inUse.privateKey && read.clientCa === this.#inUse.clientCa;
    const fault = isInUse ? undefined : (certificateFault(read, now) ?? lostServiceName(this.#inUse.certificate, read.certificate));
    if (fault !== undefined) {
      this.#refuse(fault, read);
      return;
    }
    this.#refused = "";
    if (!isInUse) this.#use(read);
  }

  #use(pair: CertificatePair): void {
    const { log, metrics, use } = this.#options;
    use(pair);
    this.#inUse = pair;
    this.#toldDays = Number.POSITIVE_INFINITY;
    metrics.certificateReloaded("success");
    log.info({ notAfter: notAfter(pair) }, "serving certificate changed");
  }

  #refuse(fault: CertificateFault, read: CertificatePair | CertificateFault): void {
    // They changed while they were read: the next look tells more.
    if (this.#watch.settling) return;
    const refused = JSON.stringify([fault, read]);
    if (refused === this.#refused) return;
    this.#refused = refused;
    const { log, metrics } = this.#options;
    metrics.certificateReloaded("error");
    log.warn({ file: this.#files[fault.file], reason: fault.detail }, "certificate files refused, the old pair goes on serving");
  }

  #tellOfTheEnd(now: Date): void {
    const { validFrom, validTo } = new X509Certificate(this.#inUse.certificate);
    const leftMs = Date.parse(validTo) - now.getTime();
    // One that lives for days is not renewed a month ahead; issuers renew when a third of the life is left, or more.
    const lateMs = (Date.parse(validTo) - Date.parse(validFrom)) / 4;
    const days = warnDays.find((days) => leftMs < Math.min(days * dayMs, lateMs));
    if (days === undefined || days >= this.#toldDays) return;
    this.#toldDays = days;
    this.#options.log.warn({ notAfter: notAfter(this.#inUse) }, "serving certificate ends soon and has not been renewed");
  }
}

function notAfter({ certificate }: CertificatePair): string {
  return new Date(new X509Certificate(certificate).validTo).toISOString();
}
