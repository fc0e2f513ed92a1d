import { expect, it } from "vitest";
import { isoSecond } from "../../../src/core/text/iso-time.ts";

it.each([
  ["2026-07-01T08:00:00.000Z", "2026-07-01T08:00:00Z"],
  ["2026-07-01T08:00:00.250Z", "2026-07-01T08:00:00Z"],
  ["2026-07-01T08:00:59.999Z", "2026-07-01T08:00:59Z"],
])("%s to the second is %s", (time, text) => {
  expect(isoSecond(new Date(time))).toBe(text);
});
