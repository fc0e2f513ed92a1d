import { expect, it } from "vitest";
import { readRecord } from "../../../src/cli/simulate/read-record.ts";

const encode = (value: unknown) => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
const review = (request: object = {}) => ({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request });

it.each([
  ["nothing", " \r", undefined],
  ["no JSON", "{", "must be JSON"],
  ["no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "must be UTF-8"],
  ["a nesting bomb", "[".repeat(100_000), "must not nest deeper than 500 levels"],
  ["null", null, "must be an AdmissionReview, or a record with one"],
  ["an object", { kind: "Lease" }, "must be an AdmissionReview, or a record with one"],
  ["a record of nothing", { time: "2026-07-01T08:00:00Z", review: {} }, "must be an AdmissionReview, or a record with one"],
  ["a time that is none", { time: "noon", review: review() }, "must have an RFC 3339 time"],
  ["a time that is no text", { time: 1, review: review() }, "must have an RFC 3339 time"],
])("%s is no record", (_, line, expected) => {
  expect(readRecord(line instanceof Uint8Array ? line : encode(line))).toBe(expected);
});

const acquired = { spec: { acquireTime: "2026-07-01T08:00:01.000000Z" } };
const renewed = { spec: { acquireTime: null, renewTime: "2026-07-01T08:00:02.500000Z", pingTime: "soon" } };
const managed = {
  metadata: { creationTimestamp: "2026-07-01T08:00:00Z", managedFields: [null, { time: 5 }, { time: "2026-07-01T10:00:03+02:00" }] },
};

it.each([
  ["a record's", { time: "2026-07-01T08:00:00.123Z", review: review({ object: renewed }) }, "2026-07-01T08:00:00.123Z"],
  ["the newest of the object", review({ object: renewed, oldObject: acquired }), "2026-07-01T08:00:02.500Z"],
  ["the newest of the old object", review({ object: acquired, oldObject: renewed }), "2026-07-01T08:00:02.500Z"],
  ["that of the last manager", review({ object: { ...renewed, ...managed } }), "2026-07-01T08:00:03.000Z"],
  ["none", review({ object: { spec: 1, metadata: [] } }), undefined],
  ["none of a record", { client: "kubectl", review: review() }, undefined],
])("the time is %s", (_, line, expected) => {
  const record = readRecord(encode(line));
  if (typeof record !== "object") throw new Error(record);
  expect(record.now?.toISOString()).toBe(expected);
  expect(JSON.parse(new TextDecoder().decode(record.body))).toEqual("review" in line ? line.review : line);
});

it("reads a line with as many times as it may hold", () => {
  const managedFields = Array.from({ length: 300_000 }, () => ({ time: "2026-07-01T08:00:00Z" }));
  expect(readRecord(encode(review({ object: { metadata: { managedFields } } })))).toMatchObject({ now: new Date("2026-07-01T08:00:00Z") });
});
