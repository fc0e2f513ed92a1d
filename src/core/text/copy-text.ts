/**
 * Returns a copy of a string. V8 keeps the whole string in memory for each of its parts, so a short
 * part of a long string needs a copy if the program keeps only the part.
 */
export function copyText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
