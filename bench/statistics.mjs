export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Returns the median of the ratios of a contender to its peer within each round. */
export function ratio(values, peers) {
  return median(values.map((value, round) => value / peers[round]));
}

/**
 * Returns the 95 % confidence interval of the median, by order statistics. The method works for any
 * distribution of the values, and needs at least 6 values.
 */
export function medianInterval(values) {
  const sorted = [...values].sort((a, b) => a - b);
  let rank = 0;
  let term = 2 ** -sorted.length;
  for (let below = term; below <= 0.025; below += term) {
    rank++;
    term *= (sorted.length - rank + 1) / rank;
  }
  if (rank === 0) throw new Error(`${values.length} values are too few for an interval; use at least 6`);
  return [sorted[rank - 1], sorted[sorted.length - rank]];
}

/**
 * Returns one line of a table with the median of the values. The line also contains the median and
 * the range of the ratios of the values to the results of the peer in the same rounds.
 */
export function row(name, unit, values, peers) {
  const ratios = values.map((value, round) => value / peers[round]);
  const spread = `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`;
  return `${name.padEnd(34)} ${median(values).toFixed(1).padStart(9)} ${unit.padEnd(6)} ratio ${median(ratios).toFixed(2)} (${spread})`;
}

/** Prints whether a figure is at least `least`. */
export function atLeast(name, value, least) {
  console.log(`${value >= least ? "reached    " : "NOT reached"} ${name}: ${value.toFixed(2)}, at least ${least}`);
}

/** Prints whether a figure is at most `most`. */
export function atMost(name, value, most) {
  console.log(`${value <= most ? "reached    " : "NOT reached"} ${name}: ${value.toFixed(2)}, at most ${most}`);
}
