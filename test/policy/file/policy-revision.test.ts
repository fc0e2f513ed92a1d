import { expect, it } from "vitest";
import { revisionOf } from "../../../src/policy/file/policy-revision.ts";

const revision = (...texts: readonly string[]): string =>
  revisionOf(texts.map((text, index) => ({ file: `${index}.yaml`, text })));

it("has the revision that sha256sum prints for one file", () => {
  expect(revision("profile: strict\n")).toBe("sha256:4cc58b26006e");
});

it("has another revision after a part of a file moves to the next file", () => {
  expect(revision("ab", "c")).not.toBe(revision("a", "bc"));
});
