import { isDuration } from "../core/text/duration.ts";
import { joinWords } from "../core/text/join-words.ts";
import { isDateOrTime, isMicroTime, isTime, mustBeDateOrTime } from "../core/text/time.ts";

/** The fields of `expect` in a suite. Each field lists the expected findings of one outcome. */
export const expectFields = ["denied", "warned", "audited", "abstained"] as const;

/** The maximum length of the uid of a review, in UTF-16 code units. */
const maxUidLength = 256;

interface StringFormat {
  readonly has: (text: string) => boolean;
  readonly detail: string;
}

const stringFormats: Readonly<Record<string, StringFormat>> = {
  allowed: {
    has: (text) => text === "allowed",
    detail: `must be allowed, or an object with ${joinWords(expectFields, "or")}`,
  },
  "day-or-time": { has: isDateOrTime, detail: mustBeDateOrTime },
  "go-duration": { has: isDuration, detail: "must be a duration, such as 5s or 1m30s" },
  "micro-time": {
    has: isMicroTime,
    detail: "must be an RFC 3339 time with exactly six fraction digits, such as 2026-07-01T08:00:00.000000Z",
  },
  "rfc3339-time": { has: isTime, detail: "must be an RFC 3339 time, such as 2026-07-01T08:00:00Z" },
  "review-uid": { has: isReviewUid, detail: `must be 1 to ${maxUidLength} characters` },
};

/**
 * The checks of the string formats that `schemas/` uses in addition to the formats of JSON Schema.
 */
export const formats: Readonly<Record<string, StringFormat["has"]>> = Object.fromEntries(
  Object.entries(stringFormats).map(([name, { has }]) => [name, has]),
);

/**
 * Returns the requirement of a string format for an error message, or "" if the format is not one
 * of `formats`.
 */
export function formatDetail(name: string): string {
  return stringFormats[name]?.detail ?? "";
}

/**
 * Reports whether a string has 1 to `maxUidLength` characters, as the uid of a review must have.
 * kube-apiserver sends UUIDs, which have 36 characters. Without the limit, a client could make a
 * response very long.
 */
export function isReviewUid(text: string): boolean {
  return text.length > 0 && text.length <= maxUidLength;
}
