import { expect } from "vitest";
import { type FieldPath, formatPath } from "../../src/field/path.ts";

/** Freezes a value and all values in it. A write to a frozen value throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

/**
 * Checks that a reported path leads to a field that exists or is missing in the object. The path
 * must not lead into a scalar, although upstream reports `spec.strategy.strategy`. As in upstream,
 * the path of a list can mean any of its items.
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
