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
 * Checks that a reported path leads to a field of the object, or to a field that is missing there.
 * The path must not lead into a scalar, as upstream's doubled `spec.strategy.strategy` does. As in
 * upstream, the field of a list can be the field of any item.
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
