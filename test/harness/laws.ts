import { expect } from "vitest";
import { type FieldPath, formatPath } from "../../src/field/path.ts";

/** Freezes a value and everything in it, so that a write to it throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

/**
 * A reported path leads to a field of the object or to one that is missing there, never into a scalar: upstream's
 * doubled `spec.strategy.strategy` is such a path. A field of a list stands for that of any item, as upstream has it.
 */
export function expectPlace(object: unknown, field: FieldPath): void {
  let place = object;
  for (const step of field) {
    if (place === undefined || place === null) return;
    expect(place, `${formatPath(field)} leads into a scalar`).toBeTypeOf("object");
    const name = typeof step === "object" ? step.key : step;
    const owner = Array.isArray(place) && typeof name === "string" ? place[0] : place;
    place = (owner as Readonly<Record<string | number, unknown>> | null)?.[name];
  }
}
