/**
 * True when all of a text is as a pattern says, in which `*` stands for any characters, also none; case counts. Nothing is tried
 * twice: where a part first fits it leaves the most room to those after it. Time is at most the product of both lengths.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const [head = "", ...rest] = pattern.split("*");
  const tail = rest.pop();
  if (tail === undefined) return text === head;
  if (!text.startsWith(head)) return false;
  let at = head.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - tail.length >= at && text.endsWith(tail);
}
