import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const program = join(import.meta.dirname, "go-vectors");
const recorded = join(import.meta.dirname, "../fixtures/go");

type Range = readonly [first: number, last: number];

interface UnicodeVectors {
  readonly printable: readonly Range[];
  readonly assigned: readonly Range[];
}

const subjects = ["errors", "hubs", "names", "objects", "quotes", "times", "unknown", "versions"];

/** To record the results again, run `go run . ../../fixtures/go` in test/tools/go-vectors. */
describe("Go returns the recorded results", () => {
  let out: string;

  beforeAll(async () => {
    out = await mkdtemp(join(tmpdir(), "go-vectors-"));
    const env = { ...process.env, GOWORK: "off", GOFLAGS: "-mod=readonly" };
    await run("go", ["build", "-o", join(out, "program"), "."], { cwd: program, env });
    await run(join(out, "program"), [out]);
  }, 600_000);
  afterAll(async () => {
    await rm(out, { recursive: true });
  });

  it("for these subjects", async () => {
    const files = await readdir(recorded);
    expect(files.filter((file) => file.endsWith(".json")).sort()).toEqual(
      [...subjects, "unicode"].sort().map((subject) => `${subject}.json`),
    );
  });

  it.each(subjects)("%s", async (subject) => {
    const [again, before] = await Promise.all(
      [out, recorded].map((folder) => readFile(join(folder, `${subject}.json`), "utf8")),
    );
    expect(again === before, `${subject}.json is not what Go says now`).toBe(true);
    expect(before?.length).toBeGreaterThan(1000);
  });

  // A later version of Go supports a later Unicode version. For the characters of the recorded
  // version, its results must be the same.
  it("unicode", async () => {
    const [again, before] = (
      await Promise.all([out, recorded].map((folder) => readFile(join(folder, "unicode.json"), "utf8")))
    ).map((text) => JSON.parse(text) as UnicodeVectors);
    if (again === undefined || before === undefined) throw new Error("both were read");
    const assigned = codes(before.assigned);
    const [printable, printed] = [new Set(codes(again.printable)), new Set(codes(before.printable))];
    expect(assigned.filter((code) => printable.has(code) !== printed.has(code))).toEqual([]);
    expect(printed.size).toBeGreaterThan(100_000);
  });
});

function codes(ranges: readonly Range[]): readonly number[] {
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
}
