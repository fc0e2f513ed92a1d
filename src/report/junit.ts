import { caseTitle, isDenied, type ObjectCase, objectCases } from "./cases.ts";
import { findingText, ignoredText } from "./finding-text.ts";
import { groupBy } from "./group-by.ts";
import { neutralize } from "./neutralize.ts";
import { order } from "./order.ts";
import type { CheckedFinding, Problem, Report } from "./result.ts";

/** JUnit XML: a test suite a file, a test case an object, and an error for what could not be read; times are not known. */
export const junit: Report = (result) => {
  const cases = objectCases(result);
  const problems = result.problems.toSorted(order(result));
  const casesOf = groupBy(cases, ({ file }) => file);
  const problemsOf = groupBy(problems, ({ file }) => file);
  const files = new Set([...casesOf.keys(), ...problemsOf.keys()]);
  const suites = [...files].map((file) => suite(file, casesOf.get(file) ?? [], problemsOf.get(file) ?? []));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="lease-guard" ${counts(cases, problems)}>`,
    ...suites.flat(),
    "</testsuites>\n",
  ].join("\n");
};

function suite(file: string, cases: readonly ObjectCase[], problems: readonly Problem[]): readonly string[] {
  return [
    `  <testsuite name="${xml(file)}" ${counts(cases, problems)}>`,
    ...cases.map(objectCase),
    ...problems.map(problemCase),
    "  </testsuite>",
  ];
}

function counts(cases: readonly ObjectCase[], problems: readonly Problem[]): string {
  return `tests="${cases.length + problems.length}" failures="${cases.filter(isDenied).length}" errors="${problems.length}"`;
}

/** Readers take one failure a test case, so that one tells of all denials; what does not fail goes to the output. */
function objectCase({ object, file, line, findings, ignored }: ObjectCase): string {
  const denials = findings.filter(({ mode }) => mode === "deny");
  const others = findings.filter(({ mode }) => mode !== "deny").map(told);
  const output = [...others, ...ignored.map(ignoredText)];
  const [first] = denials;
  const inner = [
    ...(first === undefined
      ? []
      : [`      <failure message="${xml(findingText(first))}" type="${xml(first.rule)}">${lines(denials.map(told))}</failure>`]),
    ...(output.length === 0 ? [] : [`      <system-out>${lines(output)}</system-out>`]),
  ];
  const head = `    <testcase name="${xml(caseTitle(object))}" classname="${xml(file)}" file="${xml(file)}" line="${line}"`;
  return inner.length === 0 ? `${head}/>` : [`${head}>`, ...inner, "    </testcase>"].join("\n");
}

function problemCase({ file, line, column, message }: Problem): string {
  return [
    `    <testcase name="readable" classname="${xml(file)}" file="${xml(file)}" line="${line}">`,
    `      <error message="${xml(message)}" type="unreadable">${xml(`${file}:${line}:${column}: ${message}`)}</error>`,
    "    </testcase>",
  ].join("\n");
}

function told(finding: CheckedFinding): string {
  return `${finding.file}:${finding.line}:${finding.column}: ${finding.mode} ${finding.rule}: ${findingText(finding)}`;
}

function lines(texts: readonly string[]): string {
  return texts.map(xml).join("\n");
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Safe in content and in attributes: XML has no way at all to write most control characters, and these are gone by then. */
function xml(shown: string): string {
  return neutralize(shown).replace(/[&<>"']/g, (char) => entities[char] ?? char);
}
