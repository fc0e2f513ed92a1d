import type { FieldPath, PathStep } from "./path.ts";

/** A field found by a JSON pointer: its path, with list indexes as numbers, and its value. */
export interface Found {
  readonly path: FieldPath;
  readonly value: unknown;
}

/** Follows a JSON pointer (RFC 6901, `~1` is "/" and `~0` is "~") into data that has the place it names. */
export function followPointer(data: unknown, pointer: string): Found {
  const path: PathStep[] = [];
  let value = data;
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(Array.isArray(value) ? Number(name) : name);
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return { path, value };
}
