/** Formats a time in milliseconds since 1970, such as `2026-07-01T08:00:00.000Z`. */
export function isoTime(time: number): string {
  return new Date(time).toISOString();
}
