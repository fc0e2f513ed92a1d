import { textAt } from "../core/api/fields.ts";
import { referenceKey } from "../core/field/object-reference.ts";
import { parseTime } from "../core/text/time.ts";
import { isUnexpiredAt } from "../rules/shared/lease-term.ts";
import { keptText } from "./kept-object.ts";
import { isOfElection, type ListedObject } from "./listed-object.ts";

/** The beginning of a time in which a client led, as an event shows it. */
export interface Leadership {
  readonly holder: string;
  /** The time in milliseconds since 1970, or 0 if the event has no time. */
  readonly fromMs: number;
}

/**
 * The last leaderships of Leases that no client holds, newest first. The keys are results of
 * `referenceKey`.
 */
export type Leaderships = ReadonlyMap<string, readonly Leadership[]>;

/** Selects the events that client-go writes about the elections of Leases. */
export const electionEvents = "involvedObject.kind=Lease,reason=LeaderElection";

/**
 * What client-go writes after the identity of a client that begins to lead. A client with Recovery
 * resumes leading after an outage (KEP-6361).
 */
const beginnings: readonly string[] = [" became leader", " resumed leading"];

/** The API server puts this before the message of an event that stands for several ones. */
const combined = "(combined from similar events): ";

/** The maximum number of leaderships to keep for one Lease. */
const maxLeaderships = 20;

/**
 * Returns an empty map, and a function that adds an event to it. Ignores events about other Leases.
 */
export function leadershipsOf(leases: readonly Pick<ListedObject, "kind" | "namespace" | "name">[]): {
  readonly leaderships: Leaderships;
  readonly add: (event: unknown) => void;
} {
  const known = new Set(leases.map(referenceKey));
  const leaderships = new Map<string, readonly Leadership[]>();
  const add = (event: unknown): void => {
    const of = (field: string): string => textAt(event, "involvedObject", field);
    const key = referenceKey({ kind: of("kind"), namespace: of("namespace"), name: of("name") });
    const holder = known.has(key) ? beginnerIn(textAt(event, "message").replace(combined, "")) : undefined;
    if (holder === undefined) return;
    const before = leaderships.get(key) ?? [];
    const all = [...before, { holder, fromMs: lastTimeOf(event) }].toSorted((a, b) => b.fromMs - a.fromMs);
    leaderships.set(key, all.slice(0, maxLeaderships));
  };
  return { leaderships, add };
}

function beginnerIn(message: string): string | undefined {
  const end = beginnings.find((text) => message.endsWith(text));
  return end && keptText(message.slice(0, -end.length));
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

/** Returns the Leases of elections that no client holds now. */
export function unheldLeases(objects: readonly ListedObject[], nowMs: number): readonly ListedObject[] {
  return objects.filter((listed) => isOfElection(listed) && listed.decodes && !isUnexpiredAt(listed.termEndMs, nowMs));
}
