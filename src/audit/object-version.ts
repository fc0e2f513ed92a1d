import { textAt } from "../core/api/fields.ts";
import { versionNumber } from "../core/api/meta.ts";
import { minuteMs } from "../core/text/duration.ts";
import { parseTime } from "../core/text/time.ts";
import { addTimes, noTimes, timeOfRead } from "./dump.ts";

/**
 * The state of an object in a file. A watch or a backup can contain several states of an object.
 */
export interface ObjectVersion {
  readonly uid: string;
  readonly resourceVersion: string;
  /** The creation, and the last known write, in milliseconds since 1970. */
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

export function objectVersion(object: object): ObjectVersion {
  const times = noTimes();
  addTimes(times, object);
  return {
    uid: textAt(object, "metadata", "uid"),
    resourceVersion: textAt(object, "metadata", "resourceVersion"),
    fromMs: parseTime(textAt(object, "metadata", "creationTimestamp"))?.getTime(),
    toMs: timeOfRead(times),
  };
}

/** Reports whether a state is certainly newer than another state with the same name. */
export function isNewer(one: ObjectVersion, other: ObjectVersion): boolean {
  const [version, before] = [versionNumber(one.resourceVersion), versionNumber(other.resourceVersion)];
  return version !== undefined && before !== undefined && version > before;
}

/** The overlap of two lives that a wrong clock of a client does not explain, in milliseconds. */
const overlapMs = 5 * minuteMs;

/**
 * Reports whether two states with the same name belong to two clusters. In one cluster, an object
 * is created only after the previous object of its name is gone.
 */
export function areOfTwoClusters(one: ObjectVersion, other: ObjectVersion): boolean {
  if (one.uid === "" || other.uid === "" || one.uid === other.uid) return false;
  const [from, to] = [
    [one.fromMs, other.fromMs],
    [one.toMs, other.toMs],
  ] as const;
  if (from[0] === undefined || from[1] === undefined || to[0] === undefined || to[1] === undefined) return false;
  return Math.min(to[0], to[1]) - Math.max(from[0], from[1]) > overlapMs;
}
