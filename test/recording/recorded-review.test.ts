import { expect, it } from "vitest";
import { type FoundTime, reviewTime } from "../../src/recording/recorded-review.ts";

const earlier = new Date("2026-07-01T08:00:00Z");
const current = new Date("2026-07-01T09:00:00Z");
const later = new Date("2026-07-01T10:00:00Z");
const none: FoundTime = { time: undefined, isEstimate: true };
const estimated = (time: Date): FoundTime => ({ time, isEstimate: true });
const recorded = (time: Date): FoundTime => ({ time, isEstimate: false });

it.each<[string, FoundTime, Date | undefined, Date]>([
  ["that of a record", recorded(earlier), undefined, earlier],
  ["that of a record, even if it is later than the current time", recorded(later), undefined, later],
  ["that of a record, even if the user has chosen a time", recorded(earlier), later, earlier],
  ["the estimate", estimated(earlier), undefined, earlier],
  ["the chosen time instead of an estimate", estimated(earlier), later, later],
  ["the current time instead of an estimate in the future", estimated(later), undefined, current],
  ["the chosen time without an estimate", none, later, later],
  ["the current time without an estimate", none, undefined, current],
])("the time of a review is %s", (_, found, chosen, expected) => {
  expect(reviewTime(found, current, chosen)).toEqual(expected);
});
