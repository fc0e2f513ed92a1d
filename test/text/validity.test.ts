import { expect, it } from "vitest";
import { dayMs } from "../../src/text/duration.ts";
import { expiresWithin } from "../../src/text/validity.ts";

it.each([
  { lifetime: 365, left: 15, expected: false },
  { lifetime: 365, left: 13, expected: true },
  { lifetime: 365, left: -1, expected: true },
  { lifetime: 8, left: 3, expected: false },
  { lifetime: 8, left: 1.9, expected: true },
])("a certificate for $lifetime days with $left days left expires within 14 days: $expected", ({ lifetime, left, expected }) => {
  const validity = { notBefore: (left - lifetime) * dayMs, notAfter: left * dayMs };
  expect(expiresWithin(14, validity, 0)).toBe(expected);
});
