import { isoSecond } from "../../../core/text/time.ts";
import { agoText } from "../shown.ts";
import { type Markup, markup } from "./markup.ts";

/** Returns a time, and its age when the audit read the objects. Without a time, returns a dash. */
export function moment(time: Date | undefined, readAt: Date): Markup {
  return time === undefined ? markup`–` : markup`${timeElement(time)} (${agoText(time, readAt)})`;
}

export function timeElement(time: Date): Markup {
  return markup`<time datetime="${time.toISOString()}">${timeText(time)}</time>`;
}

/** Formats a time to the second, in UTC, for example `2026-07-01 08:00:00Z`. */
export function timeText(time: Date): string {
  return isoSecond(time).replace("T", " ");
}
