import { groupBy } from "./group-by.ts";
import { sanitize } from "./sanitize.ts";

/** A test case; one that neither failed nor was in error passed. */
export interface JunitCase {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Readers take one failure a test case. */
  readonly failure?: JunitFault;
  /** Why it could not be run. */
  readonly error?: JunitFault;
  readonly output?: readonly string[];
}

/** What went wrong: in short, of what type, and in full. */
export interface JunitFault {
  readonly message: string;
  readonly type: string;
  readonly lines: readonly string[];
}

/** JUnit XML: a test suite a file, in the order of their first cases; times are not known. */
export function junitXml(cases: readonly JunitCase[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="lease-guard" ${counts(cases)}>`,
    ...[...groupBy(cases, ({ file }) => file)].flatMap(([file, ofFile]) => suite(file, ofFile)),
    "</testsuites>\n",
  ].join("\n");
}

function suite(file: string, cases: readonly JunitCase[]): readonly string[] {
  return [`  <testsuite name="${xml(file)}" ${counts(cases)}>`, ...cases.map(testCase), "  </testsuite>"];
}

function counts(cases: readonly JunitCase[]): string {
  const of = (kind: "failure" | "error") => cases.filter((each) => each[kind] !== undefined).length;
  return `tests="${cases.length}" failures="${of("failure")}" errors="${of("error")}"`;
}

function testCase({ name, file, line, failure, error, output = [] }: JunitCase): string {
  const inner = [
    ...(failure === undefined ? [] : [fault("failure", failure)]),
    ...(error === undefined ? [] : [fault("error", error)]),
    ...(output.length === 0 ? [] : [`      <system-out>${lines(output)}</system-out>`]),
  ];
  const head = `    <testcase name="${xml(name)}" classname="${xml(file)}" file="${xml(file)}" line="${line}"`;
  return inner.length === 0 ? `${head}/>` : [`${head}>`, ...inner, "    </testcase>"].join("\n");
}

function fault(tag: string, { message, type, lines: texts }: JunitFault): string {
  return `      <${tag} message="${xml(message)}" type="${xml(type)}">${lines(texts)}</${tag}>`;
}

function lines(texts: readonly string[]): string {
  return texts.map(xml).join("\n");
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Safe in content and in attributes: XML has no way at all to write most control characters, and these are gone by then. */
function xml(shown: string): string {
  return sanitize(shown).replace(/[&<>"']/g, (char) => entities[char] ?? char);
}
