import { constants, fchmodSync, fstatSync, openSync } from "node:fs";
import type { Logger } from "pino";
import type { LogReply } from "../server/log.ts";
import type { Metrics } from "../server/metrics.ts";
import { Recording } from "../server/recording.ts";
import { faultText } from "./fault-text.ts";
import { UsageError } from "./usage-error.ts";

/** Opens a file that only its owner reads, and adds to what is in it; what goes wrong later is counted, and logged once. */
export function openRecording(file: string, maxBytes: number, log: Logger, metrics: Metrics): Recording {
  let lost = false;
  return new Recording(openPrivate(file), {
    maxBytes,
    onLost: (reviews) => {
      metrics.recordsLost(reviews);
      if (!lost) log.warn({ record: file }, "reviews could not be recorded");
      lost = true;
    },
    onFull: () => log.warn({ record: file, maxBytes }, "recording has ended: the file is as large as it may be"),
  });
}

function openPrivate(file: string): number {
  try {
    // A pipe that nobody reads would be waited for.
    const fd = openSync(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK, 0o600);
    if (!fstatSync(fd).isFile()) throw new Error("it is no file");
    fchmodSync(fd, 0o600);
    return fd;
  } catch (error) {
    throw new UsageError(`--record ${file} must be writable: ${faultText(error)}`);
  }
}

/** Logs a reply, and records it. */
export function alsoRecorded(logReply: LogReply, recording: Recording): LogReply {
  return (reply, durationMs, traceparent) => {
    logReply(reply, durationMs, traceparent);
    recording.add(reply, new Date());
  };
}
