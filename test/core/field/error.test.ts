import { describe, expect, it } from "vitest";
import {
  errorBody,
  errorText,
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
  typeInvalid,
} from "../../../src/core/field/error.ts";
import type { FieldPath } from "../../../src/core/field/path.ts";
import { goVectors } from "../../fixtures/go/vectors.ts";

type Row = readonly [name: string, path: FieldPath, value: unknown, detail: string, text: string];

const { rows } = goVectors("errors") as { readonly rows: readonly Row[] };

const make: Readonly<Record<string, (path: FieldPath, value: unknown, detail: string) => FieldError>> = {
  required: (path, _, detail) => (detail === "" ? required(path) : required(path, detail)),
  forbidden: (path, _, detail) => forbidden(path, detail),
  tooLong: (path, value) => tooLong(path, Number(value)),
  invalid,
  typeInvalid,
  notSupported: (path, value, detail) => notSupported(path, value, detail.split("|")),
};

describe("compared with k8s.io/apimachinery's field.Error", () => {
  it("has vectors for every constructor", () => {
    expect([...new Set(rows.map(([name]) => name))].sort()).toEqual(Object.keys(make).sort());
  });

  it("returns the same messages", () => {
    const texts = rows.map(([name, path, value, detail]) => {
      const error = make[name]?.(path, value, detail);
      return error === undefined ? undefined : errorText(error);
    });
    expect(rows.length).toBeGreaterThan(100);
    expect(texts).toEqual(rows.map((row) => row[4]));
  });
});

const path = ["spec", "strategy"];

describe("constructors", () => {
  it.each([
    [required(path), { type: "FieldValueRequired", field: path, detail: "" }],
    [required(path, "a"), { type: "FieldValueRequired", field: path, detail: "a" }],
    [invalid(path, 0, "a"), { type: "FieldValueInvalid", field: path, badValue: 0, detail: "a" }],
    [typeInvalid(path, [], "a"), { type: "FieldValueTypeInvalid", field: path, badValue: [], detail: "a" }],
    [
      notSupported(path, "", []),
      { type: "FieldValueNotSupported", field: path, badValue: "", detail: "supported values: " },
    ],
    [
      notSupported(path, "", ["b", "a"]),
      { type: "FieldValueNotSupported", field: path, badValue: "", detail: 'supported values: "b", "a"' },
    ],
    [forbidden(path, "a"), { type: "FieldValueForbidden", field: path, detail: "a" }],
    [tooLong(path, 63), { type: "FieldValueTooLong", field: path, detail: "may not be more than 63 bytes" }],
  ])("%j", (error, expected) => {
    expect(error).toStrictEqual(expected);
  });
});

describe("errorBody", () => {
  it.each([
    ["an object", invalid(path, { a: 1 }, "must be b"), "Invalid value: {…}: must be b"],
    ["a list", typeInvalid(path, [1, 2], "must be b"), "Invalid value: […]: must be b"],
    ["a value that JSON lacks", invalid(path, undefined, "must be b"), "Invalid value: must be b"],
    ["minus zero", invalid(path, -0, "must be b"), "Invalid value: 0: must be b"],
    [
      "a string of the greatest length shown",
      invalid(path, "a".repeat(1024), "b"),
      `Invalid value: "${"a".repeat(1024)}": b`,
    ],
    ["a string of one more", invalid(path, "a".repeat(1025), "b"), `Invalid value: "${"a".repeat(1024)}…": b`],
    [
      "a pair of surrogates at the cut",
      invalid(path, `${"a".repeat(1023)}\u{1f600}`, "b"),
      `Invalid value: "${"a".repeat(1023)}\ufffd…": b`,
    ],
  ])("%s", (_, error, body) => {
    expect(errorBody(error)).toBe(body);
    expect(errorText(error)).toBe(`spec.strategy: ${body}`);
  });

  it("returns a short message for any detail", () => {
    expect(errorBody(forbidden(path, "a".repeat(1_000_000)))).toBe(`Forbidden: ${"a".repeat(1024)}…`);
  });

  it("returns a short message for any value", () => {
    expect(errorBody(invalid(path, "\u{10ffff}".repeat(1_000_000), "")).length).toBeLessThan(12 * 1024);
  });
});
