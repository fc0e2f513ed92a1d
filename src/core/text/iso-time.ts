/** Formats a time in milliseconds since 1970, such as `2026-07-01T08:00:00.000Z`. */
export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** Formats a time to the second, such as `2026-07-01T08:00:00Z`. Drops the fraction of a second. */
export function isoSecond(time: Date): string {
  return `${time.toISOString().slice(0, -".000Z".length)}Z`;
}
