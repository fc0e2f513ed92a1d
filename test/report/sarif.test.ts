import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import type { CheckResult } from "../../src/report/result.ts";
import { sarif } from "../../src/report/sarif.ts";
import { ruleDescriptors } from "../../src/report/sarif-rules.ts";
import { rules } from "../../src/rules/index.ts";
import { clean, context, empty, finding, mixed } from "./results.ts";

interface Log {
  readonly runs: readonly [{ readonly results: readonly Result[]; readonly invocations: readonly unknown[]; readonly tool: unknown }];
}

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly message: { readonly text: string };
  readonly locations: readonly [{ readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } } }];
  readonly partialFingerprints: { readonly primaryLocationLineHash: string };
}

/** Draft 4, of which it uses nothing that later drafts read otherwise, but for the name of `$id`; one pattern is none with the flag u. */
const { $schema, id, ...schema } = JSON.parse(readFileSync(new URL("../fixtures/sarif-schema-2.1.0.json", import.meta.url), "utf8")) as {
  readonly $schema: string;
  readonly id: string;
};
const accepts = new Ajv({
  strict: false,
  unicodeRegExp: false,
  formats: { uri: (text: string) => URL.canParse(text), "uri-reference": /^[\w./%#?&=:@!$'()*+,;~-]*$/, "date-time": () => false },
}).compile(schema);

const parse = (result: CheckResult): Log => JSON.parse(sarif(result, context)) as Log;
const prints = (result: CheckResult): readonly string[] =>
  parse(result).runs[0].results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
const found = (...findings: readonly Parameters<typeof finding>[0][]): CheckResult => ({ ...clean, findings: findings.map(finding) });

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
const notification = { level: "error", message: { text: "a tab cannot indent" }, locations: [place("bad.yaml", 2, 3)] };

describe("the SARIF report", () => {
  it.each<readonly [string, CheckResult, readonly object[], readonly object[]]>([
    ["nothing to check", empty, [], []],
    ["nothing found", clean, [], []],
    ["findings and a problem", mixed, mixedResults, [notification]],
  ])("%s", (_name, result, results, toolExecutionNotifications) => {
    const driver = { name: "lease-guard", version: "1.2.3", rules: ruleDescriptors([]) };
    const invocations = [{ executionSuccessful: toolExecutionNotifications.length === 0, toolExecutionNotifications }];
    const run = { tool: { driver }, columnKind: "utf16CodeUnits", invocations, results };
    const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
    expect(sarif(result, context)).toBe(`${JSON.stringify(log, undefined, 2)}\n`);
    expect(accepts(log), JSON.stringify(accepts.errors)).toBe(true);
  });

  it("the schema refuses what is not SARIF", () => {
    expect([$schema, id]).toEqual(["http://json-schema.org/draft-04/schema#", expect.stringContaining("sarif-2.1.0")]);
    const log = { version: "2.1.0", runs: [{ tool: { driver: { name: "x", rules: [{ id: "a", helpUri: "docs/a.md" }] } } }] };
    expect(accepts(log)).toBe(false);
    expect(accepts({ version: "2.1.0", runs: [{}] })).toBe(false);
  });

  it.each([
    ["./a.yaml", "a.yaml"],
    ["../a b/c#?.yaml", "../a%20b/c%23%3F.yaml"],
    ["a:b.yaml", "a%3Ab.yaml"],
    ["/tmp/a.yaml", "file:///tmp/a.yaml"],
    ["C:/a.yaml", "file:///C:/a.yaml"],
    ["é\u202e\ud800.yaml", "%C3%A9%E2%80%AE%EF%BF%BD.yaml"],
  ])("names the file %j as %s", (file, uri) => {
    const log = parse(found({ file }));
    expect(log.runs[0].results[0]?.locations[0].physicalLocation.artifactLocation.uri).toBe(uri);
    expect(accepts(log), JSON.stringify(accepts.errors)).toBe(true);
  });

  it("makes no link of a submission's text", () => {
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
  ])("stays when the %s changes", (_name, changes) => {
    expect(prints(found(changes))).toEqual([print]);
  });

  it.each<readonly [string, Parameters<typeof finding>[0]]>([
    ["rule", { rule: "schema/range" }],
    ["field", { field: "spec.leaseTransitions" }],
    ["name", { object: { ...finding().object, name: "other" } }],
    ["namespace", { object: { ...finding().object, namespace: "other" } }],
  ])("differs by the %s", (_name, changes) => {
    expect(prints(found(changes))).not.toEqual([print]);
  });

  it("counts what is the same but for its place, file by file", () => {
    const same = print.replace(":1", ":2");
    expect(prints(found({ line: 1 }, { line: 2 }, { file: "b.yaml" }))).toEqual([print, same, print]);
  });
});

describe("the rules in SARIF", () => {
  it("are all there, once, with a page that exists", () => {
    const described = ruleDescriptors([]);
    expect(described.map(({ id }) => id)).toEqual([...new Set([...rules.map(({ id }) => id), ...described.map(({ id }) => id)])]);
    for (const { id, helpUri = "" } of described) {
      const [page = "", anchor] = new URL(helpUri).pathname.slice(1).concat(new URL(helpUri).hash).split("#");
      const text = readFileSync(new URL(`../../${page}`, import.meta.url), "utf8");
      expect(text).toContain(anchor === undefined ? `# ${id}\n` : `## ${id}\n`);
      expect(anchor).toBe(anchor === undefined ? undefined : id.replace("/", ""));
    }
  });

  it("of the schema are those that have a heading on its page", () => {
    const page = readFileSync(new URL("../../docs/rules/schema.md", import.meta.url), "utf8");
    const headings = [...page.matchAll(/^## (schema\/.+)$/gm)].map(([, id]) => id);
    expect(ruleDescriptors([]).flatMap(({ id }) => (id.startsWith("schema/") ? [id] : []))).toEqual(headings);
  });

  it("have a level by their tier's mode", () => {
    const levels = new Map(ruleDescriptors([]).map(({ id, defaultConfiguration }) => [id, defaultConfiguration.level]));
    expect(rules.map(({ id, tier }) => [tier, levels.get(id)])).toEqual(
      rules.map(({ tier }) => [tier, tier === "api" ? "error" : "warning"]),
    );
  });

  it("are joined by those that only a finding names", () => {
    const log = parse(found({ rule: "strict/b" }, { rule: "strict/a" }, { rule: "strict/b" }));
    const others = ruleDescriptors(["strict/b", "strict/a", "strict/b"]).slice(ruleDescriptors([]).length);
    expect(others.map(({ id }) => id)).toEqual(["strict/a", "strict/b"]);
    expect(accepts(log), JSON.stringify(accepts.errors)).toBe(true);
    expect(log.runs[0].results.map(({ ruleId, ruleIndex: index }) => [ruleId, index - ruleDescriptors([]).length])).toEqual([
      ["strict/a", 0],
      ["strict/b", 1],
      ["strict/b", 1],
    ]);
  });
});
