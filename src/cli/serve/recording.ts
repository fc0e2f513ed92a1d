import { constants, fchmodSync, fstatSync, openSync } from "node:fs";
import type { LogReply } from "../../server/log/log.ts";
import { Recording, type RecordingOptions } from "../../server/log/recording.ts";
import { systemErrorText, UsageError } from "../shared/errors.ts";

/** Opens a file that only its owner reads, and adds to what is in it. */
export function openRecording(options: RecordingOptions): Recording {
  const { file } = options;
  try {
    // A pipe that nobody reads would be waited for.
    const fd = openSync(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK, 0o600);
    if (!fstatSync(fd).isFile()) throw new Error("it is no regular file");
    fchmodSync(fd, 0o600);
    return new Recording(fd, options);
  } catch (error) {
    throw new UsageError(`--record ${file} must be writable: ${systemErrorText(error)}`);
  }
}

/** Logs a reply, and records it. */
export function alsoRecorded(logReply: LogReply, recording: Recording): LogReply {
  return (reply, durationMs, traceparent) => {
    logReply(reply, durationMs, traceparent);
    recording.add(reply, new Date());
  };
}
