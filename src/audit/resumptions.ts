import { textAt } from "../core/api/fields.ts";
import { referenceKey } from "../core/field/object-reference.ts";
import { parseTime } from "../core/text/time.ts";
import type { ListedObject } from "./listed-object.ts";
import { isLongExpired } from "./listed-object.ts";
import { type Names, podOf } from "./names.ts";

/** The last time at which the holder of a Lease began to lead, by `referenceKey` of the Lease. */
export type Resumptions = ReadonlyMap<string, number>;

/** A Lease, and the holder whose events count. */
type HeldLease = Pick<ListedObject, "kind" | "namespace" | "name" | "holder">;

/** Selects the events that client-go writes about the elections of Leases. */
export const electionEvents = "involvedObject.kind=Lease,reason=LeaderElection";

/**
 * What client-go writes after the identity of a client that begins to lead. A client with Recovery
 * resumes leading after an outage (KEP-6361).
 */
const beginnings: readonly string[] = ["became leader", "resumed leading"];

/** The API server puts this before the message of an event that stands for several ones. */
const combined = "(combined from similar events): ";

/**
 * Returns an empty map, and a function that adds an event to it. Ignores events about other Leases,
 * and events of clients other than their holders.
 */
export function resumptionsOf(leases: readonly HeldLease[]): {
  readonly times: Resumptions;
  readonly add: (event: unknown) => void;
} {
  const holders = new Map(leases.map((lease) => [referenceKey(lease), lease.holder]));
  const times = new Map<string, number>();
  const add = (event: unknown): void => {
    const of = (field: string): string => textAt(event, "involvedObject", field);
    const key = referenceKey({ kind: of("kind"), namespace: of("namespace"), name: of("name") });
    const holder = holders.get(key);
    const message = textAt(event, "message").replace(combined, "");
    if (holder === undefined || !beginnings.some((text) => message === `${holder} ${text}`)) return;
    times.set(key, Math.max(times.get(key) ?? 0, lastTimeOf(event)));
  };
  return { times, add };
}

/** Returns the last time of an event in milliseconds since 1970. An event without a time is 0. */
function lastTimeOf(event: unknown): number {
  const times = [
    textAt(event, "series", "lastObservedTime"),
    textAt(event, "lastTimestamp"),
    textAt(event, "eventTime"),
  ];
  return Math.max(0, ...times.map((time) => parseTime(time)?.getTime() ?? 0));
}

/** Returns the pod of a holder that runs, but has not renewed its Lease for a long time. */
export function hungPod(listed: ListedObject, nowMs: number, pods: Names): string | undefined {
  return isLongExpired(listed, nowMs) ? podOf(listed, pods) : undefined;
}

export function hungLeases(
  objects: readonly ListedObject[],
  nowMs: number,
  pods: Names | undefined,
): readonly ListedObject[] {
  if (pods === undefined) return [];
  return objects.filter((listed) => listed.kind === "Lease" && hungPod(listed, nowMs, pods) !== undefined);
}
