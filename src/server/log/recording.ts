import { fstatSync } from "node:fs";
import type { Logger } from "pino";
import { redact } from "../../admission/redact.ts";
import type { Reply } from "../../admission/respond.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { type LineDialect, LogDestination } from "./log-destination.ts";

/** How much is recorded where, and who is told what could not be. */
export interface RecordingOptions {
  readonly file: string;
  /** How large the file may become, with what is in it already. */
  readonly maxBytes: number;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A record is read as it was written; an empty line ends one that was cut short. */
const dialect: LineDialect = { notice: () => "\n", encode: (text) => Buffer.from(text) };

/** Writes the reviews that were judged to an open file, for `lease-guard simulate`: a line each, redacted. */
export class Recording {
  readonly #destination: LogDestination;
  readonly #options: RecordingOptions;
  #bytesLeft: number;
  #hasLost = false;

  constructor(fd: number, options: RecordingOptions) {
    this.#destination = new LogDestination(fd, (reviews, cause) => this.#lose(reviews, cause), dialect);
    this.#options = options;
    this.#bytesLeft = options.maxBytes - fstatSync(fd).size;
    if (this.#bytesLeft <= 0) this.#end();
  }

  /** Never blocks and never throws; of what was refused as no review nothing is kept. */
  add({ request, body, verdict }: Reply, time: Date): void {
    if (request === undefined || verdict === undefined || this.#bytesLeft <= 0) return;
    const line = lineOf({ time, review: { apiVersion: body.apiVersion, kind: "AdmissionReview", request: redact(request) } });
    if (line === undefined) this.#lose(1, "it nests deeper than can be written");
    else if (this.#fits(line)) this.#destination.write(line);
    else this.#end();
  }

  /** Resolves once nothing waits to be written. */
  idle(): Promise<void> {
    return this.#destination.idle();
  }

  #fits(line: string): boolean {
    this.#bytesLeft = Math.max(0, this.#bytesLeft - Buffer.byteLength(line));
    return this.#bytesLeft > 0;
  }

  #end(): void {
    const { file, maxBytes, log } = this.#options;
    log.warn({ file, maxBytes }, "recording has ended: the file is as large as it may be");
  }

  /** Counted each time, and logged once. */
  #lose(reviews: number, cause: string): void {
    const { file, log, metrics } = this.#options;
    metrics.recordsLost(reviews);
    if (!this.#hasLost) log.warn({ file, cause }, "reviews could not be recorded");
    this.#hasLost = true;
  }
}

/** Undefined for an object that nests deeper than can be written. */
function lineOf(record: object): string | undefined {
  try {
    return `${JSON.stringify(record)}\n`;
  } catch {
    return undefined;
  }
}
