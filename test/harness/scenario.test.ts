import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runScenario } from "./run-scenario.ts";
import { parseScenario } from "./scenario.ts";

const head = "A title\n==== command ====\n";

describe("a scenario is rejected", () => {
  it.each([
    ["without a title", "==== command ====\ntrue\n==== status ====\n0\n", "title"],
    ["with two lines of title", "One\nTwo\n==== command ====\ntrue\n==== status ====\n0\n", "title"],
    ["without a command", "A title\n==== status ====\n0\n", "command"],
    ["without a status", `${head}true\n`, "status"],
    ["with an unknown section", `${head}true\n==== status ====\n0\n==== output ====\n`, "output"],
    ["with a file without a name", `${head}true\n==== status ====\n0\n==== file ====\n`, "file"],
    ["with a section twice", `${head}true\n==== status ====\n0\n==== status ====\n0\n`, "status"],
    [
      "with a section that is and contains",
      `${head}true\n==== status ====\n0\n==== stdout ====\n==== stdout contains ====\n`,
      "stdout",
    ],
  ])("%s", (_, text, about) => {
    expect(() => parseScenario(text)).toThrow(about);
  });
});

/** A command that writes its input and three lines to stdout, and one line to stderr. */
const talk = "cat; printf 'one\\ntwo 2\\nthree\\n' | tee out.txt; echo no >&2; exit 3\n";
const met = "==== stdout ====\none\ntwo 2\nthree\n==== stderr ====\nno\n==== status ====\n3\n";
/**
 * The sections after the command `talk`, and whether the outcome of the command meets the
 * expectations in these sections.
 */
const rows: readonly (readonly [name: string, sections: string, isMet: boolean])[] = [
  ["all of it", met, true],
  ["another status", met.replace("\n3\n", "\n0\n"), false],
  ["a line too few", met.replace("three\n", ""), false],
  ["a line too many", met.replace("three\n", "three\nfour\n"), false],
  ["another letter", met.replace("two", "Two"), false],
  ["no line break at the end", met.replace("three\n", "three{u+0020}\n"), false],
  ["stderr left out", met.replace("==== stderr ====\nno\n", ""), false],
  ["any text within a line", met.replace("two 2", "t{any}2"), true],
  ["any text over the end of a line", met.replace("two 2\nthree", "two{any}three"), false],
  ["signs of regular expressions", met.replace("two 2", "two .?"), false],
  ["a line by code points", met.replace("two", "tw{u+006F}"), true],
  ["lines that it contains", met.replace("stdout ====\none\ntwo 2", "stdout contains ====\none"), true],
  ["lines in another order", met.replace("stdout ====\none\ntwo 2\nthree", "stdout contains ====\nthree\none"), false],
  ["part of a line", met.replace("stdout ====\none\ntwo 2\nthree", "stdout contains ====\ntwo"), false],
  ["nothing contained", met.replace("stdout ====\none\ntwo 2\nthree\n", "stdout contains ====\n"), false],
  ["stdin before it", `==== stdin ====\nzero\n${met.replace("one", "zero\none")}`, true],
  ["a written file", `${met}==== written out.txt ====\none\ntwo 2\nthree\n`, true],
  ["another text written", `${met}==== written out.txt ====\none\n`, false],
  ["a file not written", `${met}==== written nowhere.txt contains ====\none\n`, false],
];

describe("the expectations of a scenario", () => {
  const bin = mkdtempSync(join(tmpdir(), "lease-guard-bin-"));
  afterAll(() => rmSync(bin, { recursive: true }));

  it.each(rows)("%s: %#", async (_, sections, isMet) => {
    const { actual, expected } = await runScenario(parseScenario(`${head}${talk}${sections}`), bin);
    expect(actual === expected, `${actual}\nwas to be\n${expected}`).toBe(isMet);
  });
});
