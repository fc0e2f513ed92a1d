const above = 2n ** 63n;
/** The greatest double below 2^63, which is where doubles begin to stand 1024 apart. */
const greatest = 2 ** 63 - 1024;

/** The double nearest to an integer, but never outside int64 for an integer inside: the last 512 below 2^63 would round up to it. */
export function toDouble(integer: bigint): number {
  const double = Number(integer);
  return double === 2 ** 63 && integer < above ? greatest : double;
}
