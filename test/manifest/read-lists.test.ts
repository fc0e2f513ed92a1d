import { expect, it } from "vitest";
import { typeOfFirst } from "../../src/manifest/read-lists.ts";

it.each([
  [
    "a list with its kind at the end",
    '{"items":[{}],"apiVersion":"v1","kind":"PodList"}',
    { apiVersion: "v1", kind: "PodList" },
  ],
  [
    "the first of two lists",
    '{"kind":"PodList","apiVersion":"v1","items":[]}{"kind":"List","apiVersion":"v1"}',
    { apiVersion: "v1", kind: "PodList" },
  ],
  ["an object that is no list", '{"apiVersion":"v1","kind":"Pod"}', undefined],
  ["a text that is not JSON", '{"items":}', undefined],
  ["a cut text", '{"items":[{}],"kind":', undefined],
  ["an empty text", "", undefined],
])("finds the type of the items: %s", (_, text, expected) => {
  const inParts = [...text].map((each) => new TextEncoder().encode(each));
  expect(typeOfFirst(inParts)).toEqual(expected);
});
