import { exceedsDepth } from "../../admission/decode-review.ts";
import { property } from "../../api/json-object.ts";
import { isTime } from "../../text/time.ts";

/** A review as it would reach the webhook, and when it did. */
export interface RecordedReview {
  readonly body: Uint8Array;
  /** Undefined where neither the record nor the objects tell a time. */
  readonly now: Date | undefined;
}

/** Deeper than any object of the API, shallow enough for every recursive function that meets it. */
const maxDepth = 500;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a line with an AdmissionReview, or with a record that holds one; a text says why it cannot, undefined that there is none. Never throws. */
export function readRecord(line: Uint8Array): RecordedReview | string | undefined {
  if (exceedsDepth(line, maxDepth)) return `must not nest deeper than ${maxDepth} levels`;
  let value: unknown;
  try {
    const text = utf8.decode(line);
    if (text.trim() === "") return undefined;
    value = JSON.parse(text);
  } catch (error) {
    return error instanceof SyntaxError ? "must be JSON" : "must be UTF-8";
  }
  const [review, time] = isReview(value) ? [value, undefined] : [property(value, "review"), property(value, "time")];
  if (!isReview(review)) return "must be an AdmissionReview, or a record with one";
  if (time !== undefined && !(typeof time === "string" && isTime(time))) return "must have an RFC 3339 time";
  return { body: new TextEncoder().encode(JSON.stringify(review)), now: time === undefined ? newestTime(review) : new Date(time) };
}

function isReview(value: unknown): boolean {
  return property(value, "kind") === "AdmissionReview";
}

/** Of the objects, whatever is a time there: a write carries the time of its client, and what it writes over an earlier one. */
function newestTime(review: unknown): Date | undefined {
  const request = property(review, "request");
  const texts = ["object", "oldObject"].flatMap((name) => timesOf(property(request, name)));
  const newest = texts.reduce((newest: number, text) => {
    return typeof text === "string" && isTime(text) ? Math.max(newest, Date.parse(text) || 0) : newest;
  }, 0);
  return newest === 0 ? undefined : new Date(newest);
}

function timesOf(object: unknown): readonly unknown[] {
  const [metadata, spec] = [property(object, "metadata"), property(object, "spec")];
  const managedFields = property(metadata, "managedFields");
  return [
    ...["creationTimestamp", "deletionTimestamp"].map((name) => property(metadata, name)),
    ...["acquireTime", "renewTime", "pingTime"].map((name) => property(spec, name)),
    ...(Array.isArray(managedFields) ? managedFields.map((entry: unknown) => property(entry, "time")) : []),
  ];
}
