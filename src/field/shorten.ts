/** Longest text of a submission that an answer repeats, in UTF-16 units: four times the longest legal name. */
const maxLength = 1024;

/** The text, or as much of it as an answer has room for: kube-apiserver would repeat 3 MiB of it. */
export function shorten(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
