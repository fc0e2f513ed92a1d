import { describe, expect, it } from "vitest";
import { describedFindings } from "../../../src/check/reports/described.ts";
import type { CheckResult } from "../../../src/check/reports/result.ts";
import { sarif } from "../../../src/check/reports/sarif.ts";
import { ruleDescriptors } from "../../../src/report/sarif-rules.ts";
import { rules } from "../../../src/rules/index.ts";
import { context } from "../../harness/report-context.ts";
import { clean, empty, finding, ignoring, mixed } from "./results.ts";
import { sarifErrors, sarifSchema } from "./sarif-errors.ts";

interface Log {
  readonly runs: readonly [{ readonly results: readonly Result[]; readonly invocations: readonly [object] }];
}

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly suppressions?: readonly object[];
  readonly message: { readonly text: string };
  readonly locations: readonly [{ readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } } }];
  readonly partialFingerprints: { readonly primaryLocationLineHash: string };
}

const parse = (result: CheckResult): Log => JSON.parse(sarif(result, context)) as Log;
const prints = (result: CheckResult): readonly string[] =>
  parse(result).runs[0].results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
const found = (...findings: readonly Parameters<typeof finding>[0][]): CheckResult => ({
  ...clean,
  findings: findings.map(finding),
});

const place = (uri: string, startLine: number, startColumn: number): object => ({
  physicalLocation: { artifactLocation: { uri }, region: { startLine, startColumn } },
});

const ruleIndex = (id: string): number => rules.findIndex((rule) => rule.id === id);

const mixedResults = [
  {
    ruleId: "metadata/namespace-required",
    ruleIndex: ruleIndex("metadata/namespace-required"),
    level: "error",
    message: { text: "metadata: Required value" },
    locations: [place("a.yaml", 3, 1)],
    partialFingerprints: { primaryLocationLineHash: "662514396a78ffee:1" },
  },
  {
    ruleId: "lease/lease-duration-positive",
    ruleIndex: ruleIndex("lease/lease-duration-positive"),
    level: "error",
    message: { text: "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0" },
    locations: [place("a.yaml", 7, 25)],
    partialFingerprints: { primaryLocationLineHash: "ec7d18bf058ee371:1" },
  },
  {
    ruleId: "lease-candidate/lease-name-valid",
    ruleIndex: ruleIndex("lease-candidate/lease-name-valid"),
    level: "warning",
    message: { text: 'spec.leaseName: Invalid value: "A<b>": must be a name' },
    locations: [place("dir/b%20c.yaml", 8, 14)],
    partialFingerprints: { primaryLocationLineHash: "509b31d8c14816f5:1" },
  },
];
const notifications = [
  { level: "error", message: { text: "a tab cannot indent" }, locations: [place("bad.yaml", 2, 3)] },
  {
    level: "note",
    message: { text: "ConfigMap team-a/<settings> is skipped: is not a Lease or LeaseCandidate" },
    locations: [place("a.yaml", 15, 1)],
  },
];

describe("the SARIF report", () => {
  it.each<readonly [string, CheckResult, readonly object[], readonly object[]]>([
    [
      "nothing to check",
      empty,
      [],
      [{ level: "warning", message: { text: "no object checked: every file is excluded" } }],
    ],
    ["nothing found", clean, [], []],
    ["findings and a problem", mixed, mixedResults, notifications],
  ])("%s", (_name, result, results, toolExecutionNotifications) => {
    const driver = {
      name: "lease-guard",
      version: "1.2.3",
      rules: ruleDescriptors(describedFindings(), new Set(), context.rulePage),
    };
    const invocations = [{ executionSuccessful: result.problems.length === 0, toolExecutionNotifications }];
    const run = { tool: { driver }, columnKind: "utf16CodeUnits", invocations, results };
    const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
    expect(sarif(result, context)).toBe(`${JSON.stringify(log, undefined, 2)}\n`);
    expect(sarifErrors(log)).toEqual([]);
  });

  it("the schema rejects JSON that is not SARIF", () => {
    expect(sarifSchema).toEqual({
      $schema: "http://json-schema.org/draft-04/schema#",
      id: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    });
    const log = {
      version: "2.1.0",
      runs: [{ tool: { driver: { name: "x", rules: [{ id: "a", helpUri: "docs/a.md" }] } } }],
    };
    expect(sarifErrors(log)).not.toEqual([]);
    expect(sarifErrors({ version: "2.1.0", runs: [{}] })).not.toEqual([]);
  });

  it.each([
    ["../a b/c#?.yaml", "../a%20b/c%23%3F.yaml"],
    ["a:b.yaml", "a%3Ab.yaml"],
    ["/tmp/a.yaml", "file:///tmp/a.yaml"],
    ["C:/a.yaml", "file:///C:/a.yaml"],
    ["é\u202e\ud800.yaml", "%C3%A9%E2%80%AE%EF%BF%BD.yaml"],
  ])("names the file %j as %s", (file, uri) => {
    const log = parse(found({ file }));
    expect(log.runs[0].results[0]?.locations[0].physicalLocation.artifactLocation.uri).toBe(uri);
    expect(sarifErrors(log)).toEqual([]);
  });

  it("contains no links from the text of an object", () => {
    expect(parse(found({ field: "", message: "[see](https://example.com)" })).runs[0].results[0]?.message.text).toBe(
      "[see] (https://example.com)",
    );
  });
});

describe("a fingerprint", () => {
  const [print = ""] = prints(found({}));

  it.each<readonly [string, Parameters<typeof finding>[0]]>([
    ["line", { line: 70 }],
    ["column", { column: 1 }],
    ["message", { message: "Invalid value: -1: must be greater than 0" }],
    ["mode", { mode: "warn" }],
  ])("stays the same if the %s changes", (_name, changes) => {
    expect(prints(found(changes))).toEqual([print]);
  });

  it.each<readonly [string, Parameters<typeof finding>[0]]>([
    ["origin", { origin: "schema/range" }],
    ["field", { field: "spec.leaseTransitions" }],
    ["name", { object: { ...finding().object, name: "other" } }],
    ["namespace", { object: { ...finding().object, namespace: "other" } }],
  ])("depends on the %s", (_name, changes) => {
    expect(prints(found(changes))).not.toEqual([print]);
  });

  it("counts findings of one file that differ only in their position", () => {
    const same = print.replace(":1", ":2");
    expect(prints(found({ line: 1 }, { line: 2 }, { file: "b.yaml" }))).toEqual([print, same, print]);
  });
});

describe("a suppressed finding", () => {
  it("is marked as suppressed in its source, and then every result has suppressions", () => {
    const log = parse(ignoring);
    expect(sarifErrors(log)).toEqual([]);
    expect(log.runs[0].results.map(({ ruleId, suppressions }) => [ruleId, suppressions])).toEqual([
      ["lease/lease-duration-positive", []],
      ["lease/lease-duration-positive", [{ kind: "inSource" }]],
      ["metadata/name-valid", [{ kind: "inSource" }]],
      ["metadata/name-valid", [{ kind: "inSource" }]],
    ]);
  });

  it("does not change the fingerprints of other findings", () => {
    expect(prints(ignoring)[0]).toBe(prints(mixed)[1]);
  });
});

describe("a run with more results than GitHub accepts", () => {
  const many = Array.from({ length: 25_001 }, (_, index) => finding({ line: index + 1 }));

  it.each<readonly [string, CheckResult, readonly string[]]>([
    ["25,000", { ...clean, findings: many.slice(1) }, []],
    ["25,001", { ...clean, findings: many }, ["1 of 25001 results are omitted: a run must not have more than 25000"]],
    [
      "50,001",
      { ...clean, findings: many.slice(1), ignored: many },
      ["25001 of 50001 results are omitted: a run must not have more than 25000"],
    ],
  ])("is truncated, ignored findings first, with a note: %s", (_name, result, texts) => {
    const log = parse(result);
    expect(sarifErrors(log)).toEqual([]);
    const [{ results, invocations }] = log.runs;
    expect(results).toHaveLength(25_000);
    expect(results.every(({ suppressions = [] }) => suppressions.length === 0)).toBe(true);
    expect(invocations).toEqual([
      {
        executionSuccessful: true,
        toolExecutionNotifications: texts.map((text) => ({ level: "warning", message: { text } })),
      },
    ]);
  });
});
