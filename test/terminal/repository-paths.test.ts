import { posix, win32 } from "node:path";
import { expect, it } from "vitest";
import { pathBelow } from "../../src/terminal/repository-paths.ts";

it.each([
  ["C:\\work\\r", "C:\\work\\r\\deploy\\a.yaml", win32, "deploy/a.yaml"],
  ["c:\\Work\\R", "C:\\work\\r\\a.yaml", win32, "a.yaml"],
  ["C:\\work\\r", "C:\\work\\other\\a.yaml", win32, undefined],
  ["C:\\work\\r", "D:\\work\\r\\a.yaml", win32, undefined],
  ["/r", "/r/deploy/a.yaml", posix, "deploy/a.yaml"],
  ["/r", "/r/C:\\a.yaml", posix, "C:\\a.yaml"],
  ["/r", "/r/..a/b.yaml", posix, "..a/b.yaml"],
  ["/r", "/r", posix, "."],
  ["/", "/a.yaml", posix, "a.yaml"],
  ["/r/a", "/r", posix, undefined],
  ["/r", "/rest/a.yaml", posix, undefined],
] as const)("from %s, %s", (directory, file, platform, path) => {
  expect(pathBelow(directory, file, platform)).toBe(path);
});
