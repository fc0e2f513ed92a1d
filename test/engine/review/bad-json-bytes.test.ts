import { describe, expect, it } from "vitest";
import { badRequest, expectRequirements, notJson, outcome, replyTo } from "../../harness/bad-json.ts";
import { reviewOf, rowOf, tweaked } from "../../harness/reviews.ts";
import { isLong } from "../../harness/sample.ts";

const fields = {
  "f:metadata": { "f:labels": { ".": {}, 'k:{"a":"\\\\"}': {} } },
  "f:spec": { "f:renewTime": {}, "f:é": {} },
};
const entry = { manager: "kubelet", operation: "Update", fieldsType: "FieldsV1", fieldsV1: fields };

/**
 * The body of a review of a Lease, without the final newline. The body contains fields that
 * lease-guard skips, characters of 1 to 4 bytes, escapes, and numbers.
 */
const body = reviewOf(rowOf("v1", "Lease"), {
  object: tweaked(rowOf("v1", "Lease"), ({ metadata }) =>
    Object.assign(metadata, { managedFields: [entry, entry], annotations: { "example.com/a": 'é€😀"\\\n\u0001 [{' } }),
  ),
}).slice(0, -1);
const text = Buffer.from(body);

it("the review itself is valid", () => {
  expect(outcome(expectRequirements(body, "the review"))).toBe("allowed");
  expect(body.length).toBeGreaterThan(2500);
});

/** The distance of the bytes that the tests change. It is prime, so that all parts of a word occur. */
const step = isLong ? 1 : 7;

/** Changes the body at each place, checks each response, and counts the responses by outcome. */
function expectEach(change: (place: number) => Uint8Array): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let place = 0; place < body.length; place += step) {
    const result = outcome(expectRequirements(change(place), `at byte ${place}`));
    const kind = [notJson, "allowed"].includes(result) ? result : "refused";
    counts.set(kind, (counts.get(kind) ?? 0) + step);
  }
  return counts;
}

describe("a Lease", () => {
  it("truncated at any byte is not JSON", () => {
    for (let end = 0; end < body.length; end += step) {
      const { httpStatus, body: answer } = replyTo(body.subarray(0, end));
      expect([httpStatus, answer], `${end} bytes`).toEqual([400, badRequest(notJson)]);
    }
  });

  it("without its beginning up to any byte is not JSON", () => {
    const counts = expectEach((place) => body.subarray(place + 1));
    expect(counts.get("allowed")).toBeUndefined();
    expect(counts.get(notJson)).toBeGreaterThan(body.length * 0.9);
  });

  it.each([0x01, 0x80])("with the bits %i of any byte inverted", (bits) => {
    const counts = expectEach((place) => {
      const changed = body.slice();
      changed[place] = (changed[place] ?? 0) ^ bits;
      return changed;
    });
    expect(counts.size).toBeGreaterThan(2);
  });

  it.each<readonly [string, number]>([
    ["NUL", 0],
    ["a backslash", 0x5c],
    ["a brace", 0x7d],
    ["0xff", 0xff],
  ])("with %s for any byte", (_byte, byte) => {
    const counts = expectEach((place) => {
      const changed = body.slice();
      changed[place] = byte;
      return changed;
    });
    if (byte === 0) expect(counts.get("allowed") ?? counts.get("refused")).toBeUndefined();
    if (byte === 0xff) expect(counts.get("allowed")).toBeGreaterThan(100);
  });

  it("with any byte missing", () => {
    const counts = expectEach((place) => Buffer.concat([text.subarray(0, place), text.subarray(place + 1)]));
    for (const result of ["allowed", "refused", notJson]) expect(counts.get(result)).toBeGreaterThan(10);
  });

  it("with any byte duplicated", () => {
    expectEach((place) => Buffer.concat([text.subarray(0, place + 1), text.subarray(place)]));
  });

  it("with white space at any byte except within a token", () => {
    const counts = expectEach((place) =>
      Buffer.concat([text.subarray(0, place), Buffer.from("\n"), text.subarray(place)]),
    );
    // Inside a string, a line break is not valid JSON, so only some of the variants are allowed.
    expect(counts.get("allowed")).toBeGreaterThan(100);
  });

  it.each<readonly [string, Uint8Array]>([
    ["a continuation byte alone", Uint8Array.of(0x80)],
    ["half a character", Uint8Array.of(0xe2, 0x82)],
    ["an overlong NUL", Uint8Array.of(0xc0, 0x80)],
    ["an overlong slash in three bytes", Uint8Array.of(0xe0, 0x80, 0xaf)],
    ["a surrogate", Uint8Array.of(0xed, 0xa0, 0x80)],
    ["a pair of surrogates", Uint8Array.of(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80)],
    ["a code point beyond Unicode", Uint8Array.of(0xf4, 0x90, 0x80, 0x80)],
    ["a character of five bytes", Uint8Array.of(0xf8, 0x88, 0x80, 0x80, 0x80)],
    ["0xfe", Uint8Array.of(0xfe)],
  ])("with %s at any 10th byte is read as with U+FFFD", (_bytes, bytes) => {
    const counts = new Map<string, number>();
    for (let place = 0; place < body.length; place += 10 * step) {
      const broken = Buffer.concat([text.subarray(0, place), bytes, text.subarray(place)]);
      const reply = expectRequirements(broken, `at byte ${place}`);
      expect(reply, `at byte ${place}`).toEqual(replyTo(Buffer.from(broken.toString())));
      counts.set(outcome(reply), (counts.get(outcome(reply)) ?? 0) + step);
    }
    for (const result of ["allowed", notJson]) expect(counts.get(result)).toBeGreaterThan(10);
  });
});
