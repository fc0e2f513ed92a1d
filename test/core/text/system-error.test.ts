import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { errorMessage, mustBeReadable, mustBeWritable, systemErrorText } from "../../../src/core/text/system-error.ts";

const errorOf = (path: string): unknown => {
  try {
    return readFileSync(path);
  } catch (error) {
    return error;
  }
};

test.each([
  ["nowhere", "ENOENT: no such file or directory"],
  ["nowhere, open 'x'\n, read", "ENOENT: no such file or directory"],
  [".", "EISDIR: illegal operation on a directory"],
])("the path %j is left out", (path, text) => {
  expect(systemErrorText(errorOf(path))).toBe(text);
});

test.each([
  ["an error of no system call", new Error("it failed, open 'x'"), "it failed, open 'x'"],
  ["a value that is not an error", "it failed", "it failed"],
])("%s is unchanged", (_, error, text) => {
  expect(systemErrorText(error)).toBe(text);
  expect(errorMessage(error)).toBe(text);
});

test("a file that cannot be read or written has a requirement", () => {
  const error = errorOf("nowhere");
  expect(mustBeReadable(error)).toBe("must be readable: ENOENT: no such file or directory");
  expect(mustBeWritable(error)).toBe("must be writable: ENOENT: no such file or directory");
});
