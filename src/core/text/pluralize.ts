/** Formats a count with its noun, such as `1 file` or `0 files`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
