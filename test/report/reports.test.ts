import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type ReportFormat, reports } from "../../src/report/reports.ts";
import type { CheckResult } from "../../src/report/result.ts";
import { checked, context, finding, hostile, mixed } from "./results.ts";
import { xmlFault } from "./well-formed-xml.ts";

const formats = Object.keys(reports) as readonly ReportFormat[];

const pieces = [
  "::error::x",
  "::stop-commands::t",
  "##[group]",
  "##vso[x]",
  "\n",
  "\r",
  "\u001b[31m",
  "\u202e",
  "\u2028",
  "\u0085",
  "\ud800",
  "\ufffe",
];
const marks = ["]]>", "<a>", "&amp;", "%0A", '"', "'", "\\", " # SKIP", ": ", ",", "---", "...", "not ok", "](", "{", "a", "/", "\t"];
const text = fc
  .array(fc.oneof(fc.constantFrom(...pieces, ...marks), fc.string({ unit: "binary" })), { maxLength: 6 })
  .map((parts) => parts.join(""));

const written = (format: ReportFormat, result: CheckResult): string => reports[format](result, context);

/** What each format promises to its readers, whatever a submission holds. */
const laws: Readonly<Record<ReportFormat, (report: string) => void>> = {
  text: (report) => expect(report.split("\n")).toHaveLength(10),
  json: (report) => expect(JSON.parse(report)).toMatchObject({ findings: [{ line: 7 }], problems: [{ line: 1 }] }),
  sarif: (report) => expect(JSON.parse(report)).toMatchObject({ runs: [{ results: [{ level: "error" }] }] }),
  junit: (report) => expect(xmlFault(report)).toBeUndefined(),
  tap: (report) => {
    const points = report.match(/^(?:not )?ok .*$/gm) ?? [];
    expect(points).toHaveLength(2);
    expect(points.join("\n")).not.toMatch(/(?<!\\)(?:\\\\)*#/);
  },
  github: (report) => expect(report).toMatch(/^(?:::error file=[^:,]*,line=\d+,col=\d+,title=[^:,]*::[^\n]*\n){2}$/),
};

describe.each(formats)("the report %s", (format) => {
  it("lets no control character, no bidi mark and no runner's command through", () => {
    const check = (name: string, source: string): void => {
      const report = written(format, hostile(name, source));
      expect(report.replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      expect(report).not.toMatch(/##(?:\[|vso\[)/);
      if (format !== "github") expect(report).not.toMatch(/^\s*::/m);
      laws[format](report);
    };
    fc.assert(fc.property(text, text, check), { numRuns: 300 });
  });

  it("is the same in whatever order findings come", () => {
    const expected = written(format, mixed);
    const check = (findings: CheckResult["findings"]): void => {
      expect(written(format, { ...mixed, findings })).toBe(expected);
    };
    fc.assert(fc.property(fc.shuffledSubarray([...mixed.findings], { minLength: 3 }), check));
  });

  it("ends in a line break and changes nothing it is given", () => {
    expect(written(format, Object.freeze(mixed))).toMatch(/\n$/);
  });
});

it("file, line, column and rule decide in this order; what they do not tell apart stays as it came", () => {
  const sorted = [
    { file: "z.yaml", line: 2, column: 9, rule: "b" },
    { file: "z.yaml", line: 10, column: 1, rule: "b" },
    { file: "z.yaml", line: 10, column: 5, rule: "B" },
    { file: "z.yaml", line: 10, column: 5, rule: "a", message: "first" },
    { file: "z.yaml", line: 10, column: 5, rule: "a", message: "second" },
    { file: "a.yaml", line: 1, column: 1, rule: "a" },
  ].map((changes) => finding(changes));
  const findings = [5, 3, 2, 1, 4, 0].flatMap((index) => sorted[index] ?? []);
  const objects = [checked("z.yaml", 1), checked("a.yaml", 1)];
  const { findings: told } = JSON.parse(written("json", { ...mixed, objects, findings })) as CheckResult;
  expect(told).toEqual(sorted);
});

it("TAP's diagnostics are YAML", () => {
  const check = (name: string): void => {
    const blocks = [...written("tap", hostile(name)).matchAll(/^ {2}---\n([\s\S]*?)^ {2}\.\.\.$/gm)].map(
      ([, block = ""]) => parse(block) as object,
    );
    expect(blocks).toMatchObject([{ findings: [{ line: 7, column: 25 }] }, { line: 1, column: 1 }]);
  };
  fc.assert(fc.property(text, check));
});
