export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** One line of a table: what was measured in each round, and its ratio to the peer of the same round. */
export function row(name, unit, values, peers) {
  const ratios = values.map((value, round) => value / peers[round]);
  const spread = `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`;
  return `${name.padEnd(34)} ${median(values).toFixed(1).padStart(9)} ${unit.padEnd(6)} ratio ${median(ratios).toFixed(2)} (${spread})`;
}
