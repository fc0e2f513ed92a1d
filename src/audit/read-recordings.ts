import type { HubByKind } from "../core/api/coordination.ts";
import type { ListedObject } from "../listing/listed-object.ts";
import type { ObservedWrite } from "../recording/observed-write.ts";
import {
  type InputSummary,
  mustContainWrite,
  newInputSummary,
  readObserved,
  unreadableInputs,
} from "../recording/read-files.ts";
import { readRecording } from "../recording/read-recording.ts";
import { UsageError } from "../terminal/errors.ts";
import { printMessage } from "../terminal/output.ts";
import type { Recorded } from "./audit.ts";
import { leaseHistories, type RecordedWrite } from "./lease-history.ts";

type Lease = HubByKind["Lease"];

/**
 * Reads recordings of the Leases in `objects`. Prints a message for each error about unreadable
 * lines, and for each file that shows no state of these Leases. Throws a usage error if a file
 * cannot be read or contains no write.
 */
export async function readRecordings(files: readonly string[], objects: readonly ListedObject[]): Promise<Recorded> {
  const histories = leaseHistories(objects);
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const file of files) {
    const summary = newInputSummary();
    let [count, hasStates] = [0, false];
    for await (const write of readObserved([file], summary, readRecording)) {
      if (write.kind === "Lease" && histories.add(toRecorded(write))) hasStates = true;
      from = Math.min(from, write.time.getTime());
      to = Math.max(to, write.time.getTime());
      count++;
    }
    if (count === 0) throw new UsageError(`--recording: ${noWrite(file, summary)}`);
    for (const message of unreadableInputs(summary)) printMessage(message);
    if (!hasStates) printMessage(`${file}: ${withoutStates}`);
  }
  return { from: new Date(from), to: new Date(to), histories };
}

/**
 * Converts an observed write of a Lease to a recorded write. Leaves out the new object of a dry
 * run, because kube-apiserver does not store this object.
 */
function toRecorded({ object, oldObject, submission, ...write }: ObservedWrite): RecordedWrite {
  const stored = submission?.context.dryRun ? undefined : object;
  return { ...write, object: stored as Lease | undefined, oldObject: oldObject as Lease | undefined };
}

function noWrite(file: string, summary: InputSummary): string {
  const [first] = unreadableInputs(summary);
  const what = `${file} ${mustContainWrite}, as files of serve --record and audit logs do`;
  return first === undefined ? what : `${what}: ${first}`;
}

const withoutStates =
  "no write shows an earlier state of a Lease in the listing; use a recording of the same cluster, or an audit log of level RequestResponse";
