import { formatAge } from "../../../../text/age.ts";
import { type Markup, markup } from "./markup.ts";

/** Returns a time with its age when the audit read the objects. Without a time, returns a dash. */
export function moment(time: Date | undefined, readAt: Date | undefined): Markup {
  if (time === undefined) return markup`–`;
  return readAt === undefined ? timeElement(time) : markup`${timeElement(time)} (${ageText(readAt.getTime() - time.getTime())})`;
}

/** Returns a time to the second, in UTC. */
export function timeElement(time: Date): Markup {
  return markup`<time datetime="${time.toISOString()}">${timeText(time)}</time>`;
}

/** Formats a time to the second, in UTC, for example `2026-07-01 08:00:00Z`. */
export function timeText(time: Date): string {
  return time
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, "Z");
}

function ageText(milliseconds: number): string {
  return milliseconds < 0 ? `${formatAge(-milliseconds)} later` : `${formatAge(milliseconds)} earlier`;
}
