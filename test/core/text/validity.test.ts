import { expect, it } from "vitest";
import { dayMs } from "../../../src/core/text/duration.ts";
import { expiresWithin, hasExpired, isNotYetValid } from "../../../src/core/text/validity.ts";

it.each([
  { lifetime: 365, left: 15, expected: false },
  { lifetime: 365, left: 13, expected: true },
  { lifetime: 365, left: -1, expected: true },
  { lifetime: 8, left: 3, expected: false },
  { lifetime: 8, left: 1.9, expected: true },
])(
  "a certificate for $lifetime days with $left days left expires within 14 days: $expected",
  ({ lifetime, left, expected }) => {
    const validity = { notBefore: (left - lifetime) * dayMs, notAfter: left * dayMs };
    expect(expiresWithin(14, validity, 0)).toBe(expected);
  },
);

it.each([
  { now: 99, expected: "not yet valid" },
  { now: 100, expected: "valid" },
  { now: 200, expected: "valid" },
  { now: 201, expected: "expired" },
])("at $now, a certificate for 100 to 200 is $expected", ({ now, expected }) => {
  const validity = { notBefore: 100, notAfter: 200 };
  const state = isNotYetValid(validity, now) ? "not yet valid" : hasExpired(validity, now) ? "expired" : "valid";
  expect(state).toBe(expected);
});

it("a certificate whose end is unknown counts as expired", () => {
  expect(hasExpired({ notAfter: Number.NaN }, 0)).toBe(true);
});
