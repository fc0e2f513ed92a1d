import { fstatSync } from "node:fs";
import type { Logger } from "pino";
import { redact } from "../admission/redact.ts";
import type { Reply } from "../admission/respond.ts";
import { type LineDialect, LogDestination } from "./log-destination.ts";
import type { Metrics } from "./metrics.ts";

/** How much is recorded, and who is told what could not be. */
export interface RecordingOptions {
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
    this.#destination = new LogDestination(fd, (reviews) => this.#lose(reviews), dialect);
    this.#options = options;
    this.#bytesLeft = options.maxBytes - fstatSync(fd).size;
  }

  /** Never blocks and never throws; of what was refused as no review nothing is kept. */
  add({ request, body, verdict }: Reply, time: Date): void {
    if (request === undefined || verdict === undefined || this.#bytesLeft <= 0) return;
    const line = lineOf({ time, review: { apiVersion: body.apiVersion, kind: "AdmissionReview", request: redact(request) } });
    if (line === undefined) this.#lose(1);
    else if (this.#fits(line)) this.#destination.write(line);
    else this.#options.log.warn({ maxBytes: this.#options.maxBytes }, "recording has ended: the file is as large as it may be");
  }

  /** Resolves once nothing waits to be written. */
  idle(): Promise<void> {
    return this.#destination.idle();
  }

  #fits(line: string): boolean {
    this.#bytesLeft = Math.max(0, this.#bytesLeft - Buffer.byteLength(line));
    return this.#bytesLeft > 0;
  }

  /** Counted each time, and logged once: the disk is full, or slower than reviews come. */
  #lose(reviews: number): void {
    this.#options.metrics.recordsLost(reviews);
    if (!this.#hasLost) this.#options.log.warn("reviews could not be recorded");
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
