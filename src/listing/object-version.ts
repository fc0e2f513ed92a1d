import { textAt } from "../core/api/fields.ts";
import { versionNumber } from "../core/api/meta.ts";
import { minuteMs } from "../core/text/duration.ts";
import { parseTime } from "../core/text/time.ts";
import { type ReadTimes, timeOfRead } from "./dump.ts";

/**
 * The state of an object in a file. A watch or a backup can contain several states of an object.
 */
export interface ObjectVersion {
  readonly uid: string;
  readonly resourceVersion: string;
  /** The creation in milliseconds since 1970, or positive infinity if it is unknown. */
  readonly fromMs: number;
  /** The last known write in milliseconds since 1970, or negative infinity if it is unknown. */
  readonly toMs: number;
}

/** Returns the state of an object with these times. */
export function objectVersion(object: object, times: ReadTimes): ObjectVersion {
  return {
    uid: textAt(object, "metadata", "uid"),
    resourceVersion: textAt(object, "metadata", "resourceVersion"),
    fromMs: parseTime(textAt(object, "metadata", "creationTimestamp"))?.getTime() ?? Number.POSITIVE_INFINITY,
    toMs: timeOfRead(times) ?? Number.NEGATIVE_INFINITY,
  };
}

export function isInState(object: object, { uid, resourceVersion }: ObjectVersion): boolean {
  return textAt(object, "metadata", "uid") === uid && textAt(object, "metadata", "resourceVersion") === resourceVersion;
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
  return Math.min(one.toMs, other.toMs) - Math.max(one.fromMs, other.fromMs) > overlapMs;
}
