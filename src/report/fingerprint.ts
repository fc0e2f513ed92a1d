import type { CheckedFinding } from "./result.ts";

/**
 * Tells findings apart wherever in the file they move: by rule, object and field, and by their number where these are the same.
 * In the form of GitHub's `primaryLocationLineHash`, 64 bits in hex and the number; called for a run's findings in order.
 */
export function fingerprints(findings: readonly CheckedFinding[]): readonly string[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const hash = hash64(identity(finding));
    const inFile = `${hash} ${finding.file}`;
    const number = (seen.get(inFile) ?? 0) + 1;
    seen.set(inFile, number);
    return `${hash}:${number}`;
  });
}

/** Without line, column and message, which an edit changes, and without the file: GitHub adds it. */
function identity({ rule, field, object }: CheckedFinding): string {
  return JSON.stringify([rule, field, object.apiVersion, object.kind, object.namespace, object.name]);
}

/** Two multiplicative hashes side by side, of Knuth's and L'Ecuyer's multipliers; against chance, not against intent. */
function hash64(text: string): string {
  let first = 0;
  let second = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    first = mix(first ^ unit, 2654435761);
    second = mix(second ^ unit, 1597334677);
  }
  return [first, second].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The shift carries high bits down, which a product alone never does. */
function mix(value: number, multiplier: number): number {
  const product = Math.imul(value + 1, multiplier);
  return product ^ (product >>> 15);
}
