import { describe, expect, it } from "vitest";
import { withDecodableTimes } from "../../../src/engine/validate/decodable-times.ts";

const first = "0000-01-01T00:00:00Z";
const last = "9999-12-31T23:59:59Z";
const firstMicro = "0000-01-01T00:00:00.000000Z";
const lastMicro = "9999-12-31T23:59:59.999999Z";

/** Returns an object with a time in each field that can contain a time. */
const objectWith = (time: unknown, microTime: unknown) => ({
  metadata: {
    name: "a",
    creationTimestamp: time,
    deletionTimestamp: time,
    managedFields: [{ manager: "a" }, { manager: "b", time }, null],
  },
  spec: { acquireTime: microTime, renewTime: microTime, pingTime: microTime },
});

describe("withDecodableTimes", () => {
  it.each([
    ["10000-01-01T00:59:59Z", last],
    ["10000-02-29T00:00:00Z", last],
    ["292277026596-12-04T15:30:07Z", last],
    ["-0001-12-31T23:00:00Z", first],
    ["-32873-11-12T23:23:44Z", first],
  ])("replaces %s in every field", (time, expected) => {
    const microTime = time.replace("Z", ".123456Z");
    expect(withDecodableTimes(objectWith(time, microTime))).toEqual(
      objectWith(expected, expected === first ? firstMicro : lastMicro),
    );
  });

  it.each([
    first,
    last,
    "2026-07-01T08:00:00Z",
    "2026-07-01T08:00:00.5+02:00",
    "10000-13-01T00:00:00Z",
    "10000-01-01T24:00:00Z",
    "10000-01-01",
    "010000-01-01T00:00:00Z",
    "+10000-01-01T00:00:00Z",
    "-001-01-01T00:00:00Z",
    "now",
    "",
    7,
    null,
    undefined,
  ])("returns an object with the time %j unchanged", (time) => {
    const object = objectWith(time, time);
    expect(withDecodableTimes(object)).toBe(object);
  });

  it("replaces no MicroTime without six fraction digits", () => {
    const object = { spec: { renewTime: "10000-01-01T00:00:00Z" } };
    expect(withDecodableTimes(object)).toBe(object);
  });

  it.each([
    {},
    { metadata: null, spec: null },
    { metadata: 7, spec: [] },
    { metadata: { managedFields: {} } },
    { metadata: { managedFields: [7] } },
  ])("returns %j unchanged", (object) => expect(withDecodableTimes(object)).toBe(object));

  it("keeps all other fields, and does not change its argument", () => {
    const object = Object.freeze({
      kind: "Lease",
      metadata: Object.freeze({ labels: { a: "b" } }),
      spec: Object.freeze({ renewTime: "10000-01-01T00:00:00.000000Z" }),
    });
    expect(withDecodableTimes(object)).toEqual({
      kind: "Lease",
      metadata: { labels: { a: "b" } },
      spec: { renewTime: lastMicro },
    });
  });
});
