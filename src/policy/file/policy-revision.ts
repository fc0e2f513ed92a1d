import { createHash } from "node:crypto";
import type { PolicyFile } from "./policy-parts.ts";

/**
 * Returns a short name for the content of policy files: `sha256:` and the first 12 digits that
 * `sha256sum` prints for a file. For several files, the hash covers their contents with U+0000
 * between them.
 */
export function revisionOf(files: readonly PolicyFile[]): string {
  const texts = files.map(({ text }) => text).join("\0");
  return `sha256:${createHash("sha256").update(texts).digest("hex").slice(0, 12)}`;
}
