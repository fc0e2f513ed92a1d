import { expect, test } from "vitest";
import { shellLine, yamlLine } from "../../src/doctor/quote.ts";

test.each([
  ["lease-guard", "lease-guard", "lease-guard"],
  ["a.b-c1", "a.b-c1", "a.b-c1"],
  ["123", "123", '"123"'],
  ["no", "no", '"no"'],
  ["", "''", '""'],
  ["-f", "-f", '"-f"'],
  ["a; rm b", "'a; rm b'", '"a; rm b"'],
  ["a'b", String.raw`'a'\''b'`, `"a'b"`],
  ["a]: b", "'a]: b'", '"a]: b"'],
])("%j", (name, inShell, inYaml) => {
  expect(shellLine`kubectl get ${name}`).toBe(`kubectl get ${inShell}`);
  expect(yamlLine`[${name}]`).toBe(`[${inYaml}]`);
});
