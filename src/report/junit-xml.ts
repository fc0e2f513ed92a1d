import { placeText } from "../core/text/position.ts";
import { groupBy } from "./group-by.ts";
import type { Problem } from "./report.ts";
import { escapeMarkup, sanitize } from "./sanitize.ts";

/** A test case. Without `failure`, `error`, and `skipped`, the case passes. */
export interface JunitCase {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** The failure. JUnit readers expect at most one failure for each test case. */
  readonly failure?: JunitDetail;
  /** The reason why the case did not run. */
  readonly error?: JunitDetail;
  readonly skipped?: string;
  readonly output?: readonly string[];
}

/** A failure or an error: its summary, its type, and its full text. */
export interface JunitDetail {
  readonly message: string;
  readonly type: string;
  readonly lines: readonly string[];
}

export interface JunitFinding extends JunitDetail {
  /** True if the finding makes the exit code 1. */
  readonly fails: boolean;
}

/**
 * Returns the outcome of a test case with findings. A single failure contains all findings
 * that fail. The output contains the other findings.
 */
export function caseOutcome(findings: readonly JunitFinding[]): Pick<JunitCase, "failure" | "output"> {
  const failing = findings.filter(({ fails }) => fails);
  const [first] = failing;
  return {
    ...(first && {
      failure: { message: first.message, type: first.type, lines: failing.flatMap(({ lines }) => lines) },
    }),
    output: findings.filter(({ fails }) => !fails).flatMap(({ lines }) => lines),
  };
}

/**
 * Formats JUnit XML: one test suite for each file, and an error for each problem. Leaves out times.
 * `name` is the name of the whole report.
 */
export function junitXml(
  cases: readonly JunitCase[],
  problems: readonly Problem[],
  name: string = "lease-guard",
): string {
  const all = [...cases, ...problems.map(problemCase)];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(name)}" ${counts(all)}>`,
    ...[...groupBy(all, ({ file }) => file)].flatMap(([file, ofFile]) => suite(file, ofFile)),
    "</testsuites>\n",
  ].join("\n");
}

function problemCase(problem: Problem): JunitCase {
  const { file, line, message } = problem;
  return {
    name: "problem",
    file,
    line,
    error: { message, type: "problem", lines: [`${placeText(problem)}: ${message}`] },
  };
}

function suite(file: string, cases: readonly JunitCase[]): readonly string[] {
  return [`  <testsuite name="${xml(file)}" ${counts(cases)}>`, ...cases.map(testCase), "  </testsuite>"];
}

function counts(cases: readonly JunitCase[]): string {
  const of = (kind: "failure" | "error" | "skipped") => cases.filter((each) => each[kind] !== undefined).length;
  const skipped = of("skipped");
  return `tests="${cases.length}" failures="${of("failure")}" errors="${of("error")}"${skipped === 0 ? "" : ` skipped="${skipped}"`}`;
}

function testCase({ name, file, line, failure, error, skipped, output = [] }: JunitCase): string {
  const inner = [
    ...(failure === undefined ? [] : [detail("failure", failure)]),
    ...(error === undefined ? [] : [detail("error", error)]),
    ...(skipped === undefined ? [] : [`      <skipped message="${xml(skipped)}"/>`]),
    ...(output.length === 0 ? [] : [`      <system-out>${content(output)}</system-out>`]),
  ];
  const head = `    <testcase name="${xml(name)}" classname="${xml(file)}" file="${xml(file)}" line="${line}"`;
  return inner.length === 0 ? `${head}/>` : [`${head}>`, ...inner, "    </testcase>"].join("\n");
}

function detail(tag: string, { message, type, lines }: JunitDetail): string {
  return `      <${tag} message="${xml(message)}" type="${xml(type)}">${content(lines)}</${tag}>`;
}

function content(lines: readonly string[]): string {
  return lines.map(xml).join("\n");
}

/** Sanitizes text, because XML cannot contain most control characters. */
function xml(shown: string): string {
  return escapeMarkup(sanitize(shown));
}
