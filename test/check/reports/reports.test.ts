import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type ReportFormat, reports, verboseFormats } from "../../../src/check/reports/reports.ts";
import type { CheckedFinding, CheckResult } from "../../../src/check/reports/result.ts";
import type { Problem } from "../../../src/report/report.ts";
import { sourceExcerpt } from "../../../src/report/source-excerpt.ts";
import { withoutCode } from "../../harness/markdown.ts";
import { context } from "../../harness/report-context.ts";
import { checked, clean, finding, hostile, ignoring, mixed } from "./results.ts";
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
const marks = [
  "]]>",
  "<a>",
  "&amp;",
  "%0A",
  '"',
  "'",
  "\\",
  " # SKIP",
  ": ",
  ",",
  "---",
  "...",
  "not ok",
  "](",
  "{",
  "a",
  "/",
  "\t",
  "`",
  "``",
  "|",
  "\\|",
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...pieces, ...marks), fc.string({ unit: "binary" })), { maxLength: 6 })
  .map((parts) => parts.join(""));

const loaded = new Map(await Promise.all(formats.map(async (format) => [format, await reports[format]()] as const)));
const written = (format: ReportFormat, result: CheckResult): string =>
  loaded.get(format)?.(result, { ...context, verbose: true }) ?? "";

/** The guarantees of each report format, for objects with any content. */
const guarantees: Readonly<Record<ReportFormat, (report: string) => void>> = {
  text: (report) => expect(report.split("\n")).toHaveLength(13),
  json: (report) =>
    expect(JSON.parse(report)).toMatchObject({
      findings: [{ line: 7 }],
      ignored: [{ line: 8 }],
      problems: [{ line: 1 }],
    }),
  sarif: (report) =>
    expect(JSON.parse(report)).toMatchObject({
      runs: [{ results: [{ suppressions: [] }, { suppressions: [{ kind: "inSource" }] }] }],
    }),
  junit: (report) => expect(xmlFault(report)).toBeUndefined(),
  tap: (report) => {
    const points = report.match(/^(?:not )?ok .*$/gm) ?? [];
    expect(points).toHaveLength(5);
    expect(points.join("\n").replaceAll(/ # SKIP (?=not rendered, because|[^\n]*$)/gm, " ")).not.toMatch(
      /(?<!\\)(?:\\\\)*#/,
    );
  },
  github: (report) =>
    expect(report).toMatch(
      /^(?:::error (?:file=[^:,]*,line=\d+,col=\d+,)?title=[^:,]*::[^\n]*\n){2}(?:(?! *::)[^\n]+\n){4}$/,
    ),
  markdown: (report) => {
    const rows = report.split("\n").slice(4, -1);
    expect(
      rows.map((row) => withoutCode(row).replace(/ (?:error|deny|ignored|not rendered|not understood|skipped) /, "")),
    ).toEqual(Array(6).fill("||||||"));
  },
};

describe.each(formats)("the report %s", (format) => {
  it("contains no control character, no bidirectional mark, and no command to a runner", () => {
    const check = (name: string, source: string, column: number): void => {
      const report = written(format, hostile(name, sourceExcerpt(source, column)));
      expect(report.replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      expect(report).not.toMatch(/##(?:\[|vso\[)/);
      if (format !== "github") expect(report).not.toMatch(/^\s*::/m);
      guarantees[format](report);
    };
    fc.assert(fc.property(text, text, fc.integer({ min: 1, max: 9 }), check));
  });

  it("does not depend on the order of the findings", () => {
    const { findings, problems } = mixed;
    const all = {
      ...ignoring,
      findings,
      problems: [...problems, { file: "a.yaml", line: 4, column: 1, message: "other" }],
    };
    const expected = written(format, all);
    const shuffled = <T>(values: readonly T[]) => fc.shuffledSubarray([...values], { minLength: values.length });
    type Findings = readonly CheckedFinding[];
    const check = (findings: Findings, ignored: Findings, problems: readonly Problem[]): void => {
      expect(written(format, { ...all, findings, ignored, problems })).toBe(expected);
    };
    fc.assert(fc.property(shuffled(all.findings), shuffled(all.ignored), shuffled(all.problems), check));
  });

  it("contains every finding, ignored finding, problem, skipped object, and fact that is missing", () => {
    const notUnderstood = [{ ...checked("a.yaml", 20), reason: "the image a is not in the program table" }];
    const report = written(format, { ...ignoring, problems: mixed.problems, notUnderstood });
    // With the format text, `check` prints the problems to standard error.
    const problems = format === "text" ? [] : mixed.problems;
    const messages = [...ignoring.findings, ...ignoring.ignored, ...problems].map(({ message }) => message);
    const parts = [...messages, ...[...ignoring.skippedObjects, ...notUnderstood].map(({ reason }) => reason)];
    expect(new Set(parts).size).toBeGreaterThan(4);
    const unescaped = report.replaceAll("&lt;", "<").replaceAll("&gt;", ">");
    expect(parts.filter((part) => !unescaped.includes(part))).toEqual([]);
  });

  it("contains a remedy of one line", () => {
    const findings = [finding({ origin: "workload/timing-order", remedy: ["--renew-deadline=10s"] })];
    expect(written(format, { ...mixed, findings })).toContain("--renew-deadline=10s");
  });

  it("lists the skipped objects with --verbose only if the help text says so", () => {
    const brief = loaded.get(format)?.(hostile("a"), { ...context, verbose: false });
    expect(brief !== written(format, hostile("a"))).toBe(verboseFormats.includes(format));
  });

  it("ends with a line break and does not change its input", () => {
    expect(written(format, Object.freeze(mixed))).toMatch(/\n$/);
  });
});

it("results are sorted by file, line, column, and rule, and otherwise keep their order", () => {
  const sorted = [
    finding({ file: "z.yaml", line: 2, column: 9, origin: "lease/b" }),
    finding({ file: "z.yaml", line: 10, column: 1, origin: "lease/b" }),
    finding({ file: "z.yaml", line: 10, column: 5, origin: "lease/B" }),
    finding({ file: "z.yaml", line: 10, column: 5, origin: "lease/a", message: "first" }),
    finding({ file: "z.yaml", line: 10, column: 5, origin: "lease/a", message: "second" }),
    finding({ file: "a.yaml", line: 1, column: 1, origin: "lease/a" }),
  ];
  const findings = [5, 3, 2, 1, 4, 0].flatMap((index) => sorted[index] ?? []);
  const objects = [checked("z.yaml", 1), checked("a.yaml", 1)];
  const report = JSON.parse(written("json", { ...mixed, objects, findings })) as object;
  expect(report).toMatchObject({ findings: sorted.map(({ origin, ...rest }) => ({ rule: origin, ...rest })) });
});

it("the diagnostics in TAP are YAML", () => {
  const check = (name: string): void => {
    const blocks = [...written("tap", hostile(name)).matchAll(/^ {2}---\n([\s\S]*?)^ {2}\.\.\.$/gm)].map(
      ([, block = ""]) => parse(block) as object,
    );
    expect(blocks).toMatchObject([
      { findings: [{ line: 7, column: 25 }], ignored: [{ line: 8, column: 25 }] },
      { line: 1, column: 1 },
    ]);
  };
  fc.assert(fc.property(text, check));
});

describe("a large report", () => {
  const count = 30_000;
  const findings = Array.from({ length: count }, (_, index) => finding({ line: count - index, column: 3 }));
  const objects = findings.map(({ line }) => checked("a.yaml", line));

  it.each(formats)("%s takes a processor time that grows linearly with the number of findings", (format) => {
    const start = process.cpuUsage();
    written(format, { ...clean, findings, ignored: findings, objects });
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000);
  });

  it.each(["text", "json", "sarif", "github", "markdown"] as const)(
    "%s reads no object if there are no findings",
    (format) => {
      const unread = new Proxy<CheckResult["objects"]>([], {
        get: () => {
          throw new Error("objects were read");
        },
      });
      expect(written(format, { ...clean, objects: unread })).toBe(written(format, clean));
      expect(() => written("tap", { ...clean, objects: unread })).toThrow("objects were read");
    },
  );
});
