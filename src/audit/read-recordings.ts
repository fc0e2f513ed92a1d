import type { HubByKind } from "../core/api/coordination.ts";
import { isControllerAccount } from "../guarantee/collector.ts";
import type { Listing } from "../listing/listing.ts";
import { type AuditedRequest, leaseResource } from "../recording/audit-event.ts";
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
import { leaseHistories, type RecordedWrite } from "./lease-history.ts";
import { requestCollector } from "./lease-requests.ts";
import type { Recorded } from "./recorded.ts";
import { isCurrent, recordedWriters } from "./recorded-writers.ts";
import type { AuditResult } from "./result.ts";

type Lease = HubByKind["Lease"];

/**
 * Reads recordings of the Leases in a listing. Prints a message for each error about unreadable
 * lines, for each file that shows no state of these Leases, and for audit logs with requests of
 * only some API servers. With `usesTokens`, a file can instead show a write of these Leases. Throws
 * a usage error if a file cannot be read or contains no write.
 */
export async function readRecordings(
  files: readonly string[],
  listing: Pick<Listing, "objects" | "readAt">,
  usesTokens = false,
): Promise<Recorded> {
  const histories = leaseHistories(listing.objects);
  const collector = requestCollector();
  const writers = recordedWriters(listing);
  let showsController = false;
  const noteUser = (username: string, time: Date): void => {
    showsController ||= isControllerAccount(username) && isCurrent(time, listing);
  };
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const file of files) {
    const summary = newInputSummary();
    let [count, isUsed] = [0, false];
    const extendTo = (time: Date): void => {
      from = Math.min(from, time.getTime());
      to = Math.max(to, time.getTime());
      count++;
    };
    const onRequest = (request: AuditedRequest): void => {
      noteUser(request.username, request.time);
      if (request.resource !== leaseResource) return;
      if (request.verb === "get") isUsed = true;
      collector.add(request);
      extendTo(request.time);
    };
    for await (const write of readObserved([file], summary, readRecording, onRequest)) {
      if (write.kind === "Lease" && histories.add(toRecorded(write))) isUsed = true;
      noteUser(write.user?.username ?? "", write.time);
      if (writers.add(write) && usesTokens) isUsed = true;
      extendTo(write.time);
    }
    if (count === 0) throw new UsageError(`--recording: ${noWrite(file, summary)}`);
    for (const message of unreadableInputs(summary)) printMessage(message);
    if (!isUsed) printMessage(`${file}: ${withoutStates}`);
  }
  const hasGets = collector.hasGets();
  const requests = hasGets ? collector.requests(listing) : undefined;
  if (requests?.ok === false)
    printMessage(`--recording: audit/standby-stopped does not run, because ${requests.error}`);
  return {
    ...{ from: new Date(from), to: new Date(to), hasGets, histories },
    writers: writers.of,
    requests: requests?.ok ? requests.value : undefined,
    showsController,
  };
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
  "no write shows an earlier state of a Lease in the listing; use a recording of the same cluster, or an audit log of level RequestResponse or with get requests";

/**
 * Throws a usage error if neither the reports nor the checks of an audit can use its recordings.
 * Only some formats contain holding periods.
 */
export function requireUse({ recorded }: Pick<AuditResult, "recorded">, formats: readonly string[]): void {
  const showsPeriods = formats.some((format) => format === "html" || format === "json");
  if (recorded !== undefined && !recorded.hasGets && !showsPeriods)
    throw new UsageError(
      "--recording: requires audit -o html or -o json, because only these formats contain holding periods, or audit logs with get requests",
    );
}
