import { expect, test } from "vitest";
import { progressText } from "../../src/check/run.ts";

test.each([
  [1, 1, "checking: 1 object in 1 file"],
  [2, 0, "checking: 0 objects in 2 files"],
])("the progress of %i files and %i objects", (files, checked, text) => {
  expect(progressText({ files, checked })).toBe(text);
});
