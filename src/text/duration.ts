const units: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, "\u00b5s": 1e-3, "\u03bcs": 1e-3, ms: 1, s: 1e3, m: 60e3, h: 3600e3 };
const part = String.raw`(\d+(?:\.\d*)?|\.\d+)(ns|[u\u00b5\u03bcm]?s|m|h)`;

/** What `parseDuration` accepts. */
export const durationPattern: RegExp = new RegExp(`^[+]?(?:0|(?:${part})+)$`);

/** Milliseconds of what Go's `time.ParseDuration` accepts, such as `10s` and `1m30s`, but for durations below zero; undefined for all else. */
export function parseDuration(text: string): number | undefined {
  if (!durationPattern.test(text)) return undefined;
  let milliseconds = 0;
  for (const [, count, unit] of text.matchAll(new RegExp(part, "g"))) milliseconds += Number(count) * (units[unit ?? ""] ?? 0);
  return milliseconds;
}

/** True for a Go duration that is not below zero. */
export function isDuration(text: string): boolean {
  return durationPattern.test(text);
}
