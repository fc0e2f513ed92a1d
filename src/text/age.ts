const units = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
  ["s", 1],
] as const;

/**
 * Formats a duration as kubectl formats an age, such as `3d4h` or `12s`. Rounds down to the second,
 * and prints at most two units. A negative duration has a minus sign.
 */
export function formatAge(milliseconds: number): string {
  const seconds = Math.floor(Math.abs(milliseconds) / 1000);
  const first = units.findIndex(([, length]) => seconds >= length);
  if (first === -1) return "0s";
  let left = seconds;
  const parts = units.slice(first, first + 2).map(([unit, length]) => {
    const count = Math.floor(left / length);
    left %= length;
    return count === 0 ? "" : `${count}${unit}`;
  });
  return `${milliseconds < 0 ? "-" : ""}${parts.join("")}`;
}
