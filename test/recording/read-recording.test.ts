import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { readRecording } from "../../src/recording/read-recording.ts";

test("a file is read as bytes", async () => {
  expect(await buffer(readRecording(import.meta.filename))).toEqual(readFileSync(import.meta.filename));
});

test.each([
  ["/dev/zero", "must be a file or a pipe, because a device can have no end"],
  ["missing.jsonl", "missing.jsonl"],
])("%s cannot be read", (file, message) => {
  expect(() => readRecording(file)).toThrow(message);
});
