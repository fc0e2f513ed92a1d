import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { oneProcess } from "../harness/one-process.ts";
import { files, formatsOf, leafCommands, reportRuns } from "./report-runs.ts";

const folder = mkdtempSync(join(tmpdir(), "lease-guard-reports-"));
for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
const shared = oneProcess();
afterAll(() => {
  shared.end();
  rmSync(folder, { recursive: true });
});

const reporting = [...leafCommands].filter(([, command]) => formatsOf(command).length > 0);
const runs = Object.entries(reportRuns).flatMap(([name, ofCommand]) => ofCommand.map((run) => ({ name, ...run })));

it("the table has each command with reports", () =>
  expect(Object.keys(reportRuns).toSorted()).toEqual(reporting.map(([name]) => name).toSorted()));

describe("several reports", () => {
  it.each(runs)("of $args are those of a run for each format", async ({ name, args, code }) => {
    const formats = formatsOf(leafCommands.get(name));
    expect(formats.length).toBeGreaterThan(1);
    const outputs = formats.flatMap((format) => ["-o", format === "text" ? format : `${format}=out.${format}`]);
    const together = await shared.run([...args, ...outputs], folder);
    expect(together.code, together.stderr).toBe(code);
    for (const format of formats) {
      const written = format === "text" ? together.stdout : readFileSync(join(folder, `out.${format}`), "utf8");
      const alone = await shared.run([...args, "-o", format], folder);
      expect({ format, code: alone.code, written }).toEqual({ format, code, written: alone.stdout });
      expect(written).not.toBe("");
    }
  });

  it.each(reporting.map(([name]) => [name]))("of %s do not go to one place", async (name) => {
    const [first] = reportRuns[name] ?? [];
    const { code, stdout, stderr } = await shared.run([...(first?.args ?? []), "-o", "text", "-o", "json"], folder);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe("error: --output: text and json must not both go to standard output; write json=FILE\n");
  });
});

/** Reports whether the outcome in a report is that of an exit code, by format. */
const agrees: Readonly<Record<string, (report: string, code: number) => boolean>> = {
  junit: (report, code) => {
    const [, failures, errors] = /^<testsuites .*failures="(\d+)" errors="(\d+)"/m.exec(report) ?? [];
    if (failures === undefined) return false;
    return code === 2 ? errors !== "0" : (failures !== "0") === (code === 1) && errors === "0";
  },
  tap: (report, code) => /^not ok /m.test(report) === (code !== 0),
  sarif: (report, code) =>
    /"executionSuccessful": (?:true|false)/.test(report) &&
    report.includes('"executionSuccessful": true') === (code !== 2),
};

describe("the outcome in a report", () => {
  it.each(runs)("of $args is that of the exit code", async ({ name, args, code, names = "" }) => {
    for (const format of formatsOf(leafCommands.get(name))) {
      const { stdout } = await shared.run([...args, "-o", format], folder);
      expect({ format, agrees: agrees[format]?.(stdout, code) ?? true }).toEqual({ format, agrees: true });
      expect(stdout).toContain(names);
    }
  });

  it.each(Object.keys(agrees))("is compared for %s", (format) =>
    expect(runs.filter(({ name }) => formatsOf(leafCommands.get(name)).includes(format)).length).toBeGreaterThan(1),
  );
});

describe("a flag of which only one value can count", () => {
  const readsSeveralClusters = ["audit", "elections"];
  const single = [...leafCommands].flatMap(([name, command]) =>
    command.options
      .filter(
        ({ long, argChoices }) =>
          (long === "--context" && !readsSeveralClusters.includes(name)) ||
          (long === "--output" && argChoices === undefined),
      )
      .map(({ long }) => ({ name, flag: long ?? "" })),
  );

  it("is in several commands", () => expect(single.length).toBeGreaterThan(3));

  it.each(single)("$flag of $name is not accepted twice", async ({ name, flag }) => {
    const { code, stderr } = await shared.run([...name.split(" "), flag, "a", flag, "b"], folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`^error: option '.*${flag} .*' argument 'b' is invalid. must not be repeated`));
  });
});
