import { expect, it } from "vitest";
import { failed, ok } from "../../src/core/field/result.ts";
import { maxRecordBytes } from "../../src/engine/review/limits.ts";
import { readRecord } from "../harness/read-record.ts";

const encode = (value: unknown) => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
const review = (request: object = {}) => ({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request });

it.each([
  ["nothing", " \r", undefined],
  ["text that is not JSON", "{", "must be JSON"],
  ["bytes that are not UTF-8", new Uint8Array([0xff, 0x22, 0x22]), "must be JSON"],
  ["a nesting bomb", "[".repeat(100_000), "must not nest deeper than 500 levels"],
  [
    "a line with more values than a review can have",
    `[${"{},".repeat(225_000)}1]`,
    "must not contain more than 450000 values, or more than 345000 keys in one JSON object",
  ],
  ["null", null, "must be an AdmissionReview, a record with one, or an event of an audit log, not a plain value"],
  [
    "an object",
    { kind: "Lease" },
    'must be an AdmissionReview, a record with one, or an event of an audit log, not an object of kind "Lease"',
  ],
  [
    "a record of nothing",
    { time: "2026-07-01T08:00:00Z", review: {} },
    'must be an AdmissionReview, a record with one, or an event of an audit log, not an object with the fields "time", "review"',
  ],
  ["an invalid time", { time: "noon", review: review() }, "must have an RFC 3339 time"],
  ["a time that is not a string", { time: 1, review: review() }, "must have an RFC 3339 time"],
])("%s is not a record", (_, line, expected) => {
  expect(readRecord(line instanceof Uint8Array ? line : encode(line))).toEqual(
    expected === undefined ? ok(undefined) : failed(expected),
  );
});

const acquired = { spec: { acquireTime: "2026-07-01T08:00:01.000000Z" } };
const renewed = { spec: { acquireTime: null, renewTime: "2026-07-01T08:00:02.500000Z", pingTime: "soon" } };
const managed = {
  metadata: {
    creationTimestamp: "2026-07-01T08:00:00Z",
    managedFields: [null, { time: 5 }, { time: "2026-07-01T10:00:03+02:00" }],
  },
};

it.each([
  ["a record's", { time: "2026-07-01T08:00:00.123Z", review: review({ object: renewed }) }, "2026-07-01T08:00:00.123Z"],
  ["the newest of the object", review({ object: renewed, oldObject: acquired }), "2026-07-01T08:00:02.500Z"],
  ["the newest of the old object", review({ object: acquired, oldObject: renewed }), "2026-07-01T08:00:02.500Z"],
  ["that of the last manager", review({ object: { ...renewed, ...managed } }), "2026-07-01T08:00:03.000Z"],
  ["none", review({ object: { spec: 1, metadata: [] } }), undefined],
  [
    "the newest of the object, with a field of another program",
    { time: "2026-07-01T09:00:00Z", ...review({ object: renewed }) },
    "2026-07-01T08:00:02.500Z",
  ],
  ["none of a record", { client: "kubectl", review: review() }, undefined],
])("the time is %s", (_, line, expected) => {
  const record = readRecord(encode(line));
  if (!record.ok) throw new Error(record.error);
  expect(record.value?.time?.toISOString()).toBe(expected);
  expect(record.value?.isEstimate).toBe(!("review" in line && "time" in line));
  expect(JSON.parse(new TextDecoder().decode(record.value?.body))).toEqual("review" in line ? line.review : line);
});

it.each(["f:\xff", "f:\\n\xff"])(
  "the bytes %j in fieldsV1, which kube-apiserver stores, do not hide a record",
  (key) => {
    const object = { metadata: { managedFields: [{ fieldsV1: { key: {} } }] }, ...renewed };
    const line = Buffer.from(JSON.stringify(review({ object })).replace('"key"', `"${key}"`), "latin1");
    expect(readRecord(line)).toMatchObject(ok({ time: new Date("2026-07-01T08:00:02.500Z") }));
  },
);

it("has a maximum length: the largest review, and the fields that a record adds", () => {
  expect(maxRecordBytes).toBe(8 * 1024 * 1024);
  expect(readRecord(undefined)).toEqual(failed("must not be longer than 8388608 bytes"));
});

it.each([
  ["no version", { kind: "AdmissionReview", request: {} }],
  ["the version of another group", { kind: "AdmissionReview", apiVersion: "example.com/v1" }],
])("a review with %s is a record, and its body shows the error", (_, line) => {
  expect(readRecord(encode(line))).toMatchObject(ok({ time: undefined }));
});

it("reads a line with the maximum number of times", () => {
  const managedFields = Array.from({ length: 224_000 }, () => ({ time: "2026-07-01T08:00:00Z" }));
  expect(readRecord(encode(review({ object: { metadata: { managedFields } } })))).toMatchObject(
    ok({ time: new Date("2026-07-01T08:00:00Z") }),
  );
});
