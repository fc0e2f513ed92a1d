import { fieldAt } from "../core/api/fields.ts";
import type { SetObject } from "./set-object.ts";

/** The fields of a Deployment that stops all old pods before it starts new ones. */
export const recreateText = "strategy:\n  type: Recreate\n  rollingUpdate: null";

/** How a Deployment replaces its pods. The counts are those for its replicas. */
export interface Rollout {
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

/**
 * Returns how a Deployment replaces its pods, or undefined for another kind. As in the Deployment
 * controller, a percentage of surge is rounded up, and a percentage of unavailability down. If both
 * are 0, one pod can be unavailable.
 */
export function rolloutOf({ kind, value }: SetObject, replicas: number): Rollout | undefined {
  if (kind !== "Deployment") return undefined;
  if (fieldAt(value, "spec", "strategy", "type") === "Recreate") return { maxSurge: 0, maxUnavailable: replicas };
  const limit = (name: string, round: (count: number) => number): number =>
    countOf(fieldAt(value, "spec", "strategy", "rollingUpdate", name) ?? "25%", replicas, round);
  const maxSurge = limit("maxSurge", Math.ceil);
  const maxUnavailable = limit("maxUnavailable", Math.floor);
  return { maxSurge, maxUnavailable: maxSurge === 0 && maxUnavailable === 0 ? 1 : maxUnavailable };
}

function countOf(limit: unknown, replicas: number, round: (count: number) => number): number {
  if (typeof limit === "number") return limit;
  const percent = /^(\d{1,6})%$/.exec(String(limit))?.[1];
  return percent === undefined ? 0 : round((Number(percent) * replicas) / 100);
}
