export const minuteMs = 60_000;
export const hourMs: number = 60 * minuteMs;
export const dayMs: number = 24 * hourMs;

const units: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  "\u00b5s": 1e-3,
  "\u03bcs": 1e-3,
  ms: 1,
  s: 1e3,
  m: minuteMs,
  h: hourMs,
};
const part = String.raw`(\d+(?:\.\d*)?|\.\d+)(ns|[u\u00b5\u03bcm]?s|m|h)`;
export const durationPattern: RegExp = new RegExp(`^[+]?(?:0|(?:${part})+)$`);

/**
 * Returns the milliseconds of a duration such as `10s` or `1m30s`, in the form of Go's
 * `time.ParseDuration`. Returns undefined if the duration is invalid or negative.
 */
export function parseDuration(text: string): number | undefined {
  if (!durationPattern.test(text)) return undefined;
  let milliseconds = 0;
  for (const [, count, unit] of text.matchAll(new RegExp(part, "g")))
    milliseconds += Number(count) * (units[unit ?? ""] ?? 0);
  return milliseconds;
}

/** Reports whether a string is a Go duration that is not negative. */
export function isDuration(text: string): boolean {
  return durationPattern.test(text);
}

/** Formats milliseconds as seconds with at most three decimals, such as `7.5s`. */
export function secondsText(milliseconds: number): string {
  return `${Number((milliseconds / 1000).toFixed(3))}s`;
}

const ageUnits: readonly (readonly [unit: string, milliseconds: number])[] = [
  ["d", dayMs],
  ["h", hourMs],
  ["m", minuteMs],
  ["s", 1e3],
];

/**
 * Formats milliseconds with the largest unit and the unit below it, in the notation of `kubectl
 * get`: `12s`, `5m`, `3d4h`. Rounds down to the smaller of these units.
 */
export function ageText(milliseconds: number): string {
  let left = Math.max(0, Math.floor(milliseconds / 1000) * 1000);
  const first = ageUnits.findIndex(([, size]) => left >= size);
  const parts = ageUnits.slice(first === -1 ? -1 : first).map(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return { text: `${count}${unit}`, count };
  });
  const [large, small] = parts;
  return `${large?.text ?? ""}${small !== undefined && small.count > 0 ? small.text : ""}`;
}
