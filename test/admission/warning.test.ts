import { describe, expect, it } from "vitest";
import { fit, toWarnings } from "../../src/admission/warning.ts";
import { forbidden, invalid } from "../../src/field/error.ts";
import type { Finding, Verdict } from "../../src/validate/verdict.ts";

const finding = (detail: string, badValue: unknown = "x"): Finding => ({
  ...invalid(["spec", "leaseName"], badValue, detail),
  origin: "lease-candidate/lease-name-valid",
  tier: "protocol",
  mode: "warn",
});
const verdict = (findings: readonly Finding[]): Verdict => ({ findings, faults: [] });
const length = (text: string | undefined) => [...(text ?? "")].length;

describe("a warning", () => {
  it("is the finding with its rule", () => {
    expect(toWarnings(verdict([finding("must be shorter")]))).toEqual([
      'spec.leaseName: Invalid value: "x": must be shorter (lease-candidate/lease-name-valid)',
    ]);
  });

  it.each([
    ["119 characters", 119, false],
    ["120 characters", 120, false],
    ["121 characters", 121, true],
    ["a million characters", 1_000_000, true],
  ])("of %s is at most 120 long and keeps its ending", (_, size, cut) => {
    const text = fit("é".repeat(size - 7), " (a/b)!");
    expect(length(text)).toBe(Math.min(size, 120));
    expect(text.endsWith(" (a/b)!")).toBe(true);
    expect(text.includes("…")).toBe(cut);
  });

  it("does not cut a character in two", () => {
    const text = fit("🔒".repeat(200));
    expect(length(text)).toBe(120);
    expect(text.isWellFormed()).toBe(true);
  });

  it.each(["\n", "\t", "\0", "\u001b", "\u007f", "\u0085", "\u202e", "\u2066", "\ufeff", "\ud800"])(
    "has no control character (%j)",
    (char) => {
      const [text = ""] = toWarnings(
        verdict([{ ...forbidden(["spec", { key: `a${char}b` }], `c${char}d`), origin: "lease/strategy-valid", tier: "api", mode: "warn" }]),
      );
      expect(text).toBe("spec[a b]: Forbidden: c d (lease/strategy-valid)");
    },
  );

  it("is one of at most 31, whose sum the API server does not cut", () => {
    const texts = toWarnings(verdict(Array.from({ length: 5000 }, () => finding("must be shorter".repeat(20)))));
    expect(texts).toHaveLength(31);
    expect(texts.at(-1)).toBe("and more");
    expect(texts.reduce((sum, text) => sum + length(text), 0)).toBeLessThan(4096);
  });
});
