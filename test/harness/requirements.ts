import { expect } from "vitest";
import { type FieldPath, formatPath } from "../../src/core/field/path.ts";

export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

/**
 * Checks that a path does not lead into a scalar, unlike upstream's `spec.strategy.strategy`. The
 * field at the end of the path can be missing. If a path has no index for a list, the function
 * checks the first item of the list.
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
