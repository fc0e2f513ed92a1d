import { fstatSync } from "node:fs";
import { redact } from "../admission/redact.ts";
import type { Reply } from "../admission/respond.ts";
import { type LineDialect, LogDestination } from "./log-destination.ts";

/** Who is told what could not be recorded. */
export interface RecordingOptions {
  /** How large the file may become, with what is in it already. */
  readonly maxBytes: number;
  /** So many more reviews were lost: the disk is full, or slower than they come. */
  readonly onLost: (reviews: number) => void;
  /** Once: the file is as large as it may be, and nothing more is written. */
  readonly onFull: () => void;
}

/** A record is read as it was written; an empty line ends one that was cut short. */
const dialect: LineDialect = { notice: () => "\n", encode: (text) => Buffer.from(text) };

/** Writes the reviews that were judged to an open file, for `lease-guard simulate`: a line each, redacted. */
export class Recording {
  readonly #destination: LogDestination;
  readonly #options: RecordingOptions;
  #bytesLeft: number;

  constructor(fd: number, options: RecordingOptions) {
    this.#destination = new LogDestination(fd, options.onLost, dialect);
    this.#options = options;
    this.#bytesLeft = options.maxBytes - fstatSync(fd).size;
  }

  /** Never blocks and never throws; of what was refused as no review nothing is kept. */
  add({ request, body, verdict }: Reply, time: Date): void {
    if (request === undefined || verdict === undefined || this.#bytesLeft <= 0) return;
    const review = { apiVersion: body.apiVersion, kind: "AdmissionReview", request: redact(request) };
    const line = lineOf({ time, review });
    if (line === undefined) this.#options.onLost(1);
    else if (this.#fits(line)) this.#destination.write(line);
    else this.#options.onFull();
  }

  #fits(line: string): boolean {
    this.#bytesLeft = Math.max(0, this.#bytesLeft - Buffer.byteLength(line));
    return this.#bytesLeft > 0;
  }

  /** Resolves once nothing waits to be written. */
  idle(): Promise<void> {
    return this.#destination.idle();
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
