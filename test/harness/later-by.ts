/** Matches a time of Kubernetes in JSON, with or without microseconds. */
const times = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{6}))?Z"/g;

/**
 * Returns a JSON value in which every time is later by `ms` milliseconds, rounded down to whole
 * seconds.
 */
export function laterBy<T>(value: T, ms: number): T {
  if (ms === 0) return value;
  const text = JSON.stringify(value).replaceAll(times, (_, start: string, microseconds?: string) => {
    const moved = new Date(Date.parse(`${start}Z`) + Math.floor(ms / 1000) * 1000).toISOString().replace(/\.\d+Z$/, "");
    return microseconds === undefined ? `"${moved}Z"` : `"${moved}.${microseconds}Z"`;
  });
  return JSON.parse(text) as T;
}
