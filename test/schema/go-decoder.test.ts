import { describe, expect, it } from "vitest";
import { checkSchema } from "../../src/schema/check.ts";
import { goVectors } from "../fixtures/go/vectors.ts";
import { requireServedVersion } from "../harness/served-version.ts";

interface Submitted {
  readonly apiVersion: string;
  readonly kind: string;
}

interface ObjectVectors {
  readonly values: readonly unknown[];
  readonly fields: readonly (readonly [version: string, kind: string, path: string, verdicts: string])[];
  readonly objects: readonly (readonly [decodes: 0 | 1, object: Submitted])[];
}

const { values, fields, objects } = goVectors("objects") as ObjectVectors;

function decodes(object: Submitted): 0 | 1 {
  return checkSchema(requireServedVersion(object).schema, object).length === 0 ? 1 : 0;
}

/** Returns an object with the value at a path. The step 0 is the first item of a list. */
function nest(path: readonly string[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const inner = nest(rest, value);
  return step === "0" ? [inner] : Object.fromEntries([[step, inner]]);
}

describe("compared with Go's decoder and the released types", () => {
  it("has vectors with both results", () => {
    expect(fields.length * values.length).toBeGreaterThan(5000);
    expect(
      fields.filter(([, , , verdicts]) => verdicts.includes("0") && verdicts.includes("1")).length,
    ).toBeGreaterThan(150);
    expect(objects.length).toBeGreaterThan(300);
    for (const verdict of [0, 1]) expect(objects.filter(([decoded]) => decoded === verdict).length).toBeGreaterThan(50);
  });

  it.each(fields)("%s %s decodes with the same values of %s", (version, kind, path, verdicts) => {
    expect(values).toHaveLength(verdicts.length);
    const wrong = values.filter((value, index) => {
      const object = {
        apiVersion: `coordination.k8s.io/${version}`,
        kind,
        ...(nest(path.split("."), value) as object),
      };
      return String(decodes(object)) !== verdicts[index];
    });
    expect(wrong).toEqual([]);
  });

  it("the same generated objects decode", () => {
    expect(objects.filter(([decoded, object]) => decodes(object) !== decoded)).toEqual([]);
  });
});
