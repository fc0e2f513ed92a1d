import { dayMs, minuteMs } from "../core/text/duration.ts";
import { pluralize } from "../core/text/join-words.ts";
import { dayOf } from "../core/text/time.ts";
import type { LearnedObject } from "./learned-object.ts";

/** The beginning of the comment of each learned entry. */
export const learnedMark = "learned";

/**
 * The minimum number of writes from which `learn` learns the scopes of an object, or the setting of
 * the rule about preferredHolder.
 */
export const minWrites = 10;

export interface Period {
  readonly first: Date;
  readonly last: Date;
}

/** Returns the days of a period, such as `of 2026-07-01` or `from 2026-07-01 to 2026-07-05`. */
export function daysOf({ first, last }: Period): string {
  return dayOf(first) === dayOf(last) ? `of ${dayOf(first)}` : `from ${dayOf(first)} to ${dayOf(last)}`;
}

export function writesText({ writes, ...period }: Period & { readonly writes: number }): string {
  return `${pluralize(writes, "write")} ${daysOf(period)}`;
}

/** Formats a count of creates, updates, and deletes. Other counts of writes contain no deletes. */
export function changesText(count: number, { deletes }: { readonly deletes: number }): string {
  return deletes === 0 ? pluralize(count, "write") : pluralize(count, "write or delete", "writes and deletes");
}

/** Returns the length of a period, such as `30 minutes` or `3 days`. */
export function lengthOf({ first, last }: Period): string {
  const minutes = Math.round((last.getTime() - first.getTime()) / minuteMs);
  if (minutes < 120) return pluralize(minutes, "minute");
  return minutes < 2 * 24 * 60
    ? pluralize(Math.round(minutes / 60), "hour")
    : pluralize(Math.round(minutes / (24 * 60)), "day");
}

/** Reports whether a period is shorter than a day. */
export function isShort({ first, last }: Period): boolean {
  return last.getTime() - first.getTime() < dayMs;
}

/**
 * Returns the comment of an entry. The comment contains the number and the days of the writes from
 * which `learn` derived the entry. If there are several objects, their number follows, and then the
 * parts in `more`.
 */
export function evidenceOf(object: LearnedObject, more: readonly string[]): string {
  const written = object.objects > 1 ? ` to ${pluralize(object.objects, "object")}` : "";
  return [`${writesText(object)}${written}`, ...more].join(", ");
}
