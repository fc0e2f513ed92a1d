/**
 * Returns two values of which the first appears both before and after the second, as in A, B, A.
 */
export function returningPair(values: readonly string[]): readonly [string, string] | undefined {
  const changes = values.filter((value, index) => value !== values[index - 1]);
  const at = changes.findIndex((value, index) => changes.indexOf(value) < index);
  const [again, between] = [changes[at], changes[at - 1]];
  return again === undefined || between === undefined ? undefined : [again, between];
}
