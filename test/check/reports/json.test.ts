import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { json } from "../../../src/check/reports/json.ts";
import type { CheckedFinding, NotComparedElection } from "../../../src/check/reports/result.ts";
import type { Problem } from "../../../src/report/report.ts";
import { context } from "../../harness/report-context.ts";
import { clean, empty, ignoring, mixed } from "./results.ts";

const schema = JSON.parse(
  readFileSync(new URL("../../../schemas/report/v1alpha1/results.json", import.meta.url), "utf8"),
) as Schema;
const accepts = new Ajv2020({ strict: true }).compile(schema);

interface Schema {
  readonly properties: Readonly<Record<string, { readonly properties?: object }>>;
  readonly $defs: Readonly<Record<string, { readonly properties?: object }>>;
}

const head = { apiVersion: "report.lease-guard.dev/v1alpha1", kind: "Results", version: "1.2.3" };
const none = {
  files: 0,
  checked: 0,
  denied: 0,
  warnings: 0,
  audited: 0,
  ignored: 0,
  skipped: 0,
  notUnderstood: 0,
  problems: 0,
};
const bare = <T extends Problem>({ excerpt: _, ...rest }: T): Omit<T, "excerpt"> => rest;
/** Returns a finding as the report shows it. */
const published = ({ origin, ...rest }: CheckedFinding) => ({ rule: origin, ...bare(rest) });
const [candidate, duration, namespace] = mixed.findings.map(published);
const skipped = mixed.skippedObjects;

describe("the JSON report", () => {
  it.each([
    [
      "nothing to check",
      empty,
      {
        ...head,
        summary: none,
        findings: [],
        ignored: [],
        skipped: [],
        notUnderstood: [],
        abstained: [],
        notCompared: [],
        notRendered: [],
        problems: [],
      },
    ],
    [
      "nothing found",
      clean,
      {
        ...head,
        summary: { ...none, files: 1, checked: 1 },
        findings: [],
        ignored: [],
        skipped: [],
        notUnderstood: [],
        abstained: [],
        notCompared: [],
        notRendered: [],
        problems: [],
      },
    ],
    [
      "findings and a problem",
      mixed,
      {
        ...head,
        summary: {
          files: 3,
          checked: 3,
          denied: 1,
          warnings: 1,
          audited: 0,
          ignored: 0,
          skipped: 1,
          notUnderstood: 0,
          problems: 1,
        },
        findings: [namespace, duration, candidate],
        ignored: [],
        skipped,
        notUnderstood: [],
        abstained: [],
        notCompared: [],
        notRendered: [],
        problems: mixed.problems.map(bare),
      },
    ],
    [
      "ignored findings",
      ignoring,
      {
        ...head,
        summary: { ...none, files: 3, checked: 3, denied: 1, ignored: 3, skipped: 1 },
        findings: [duration],
        ignored: ignoring.ignored.map(published).toReversed(),
        skipped,
        notUnderstood: [],
        abstained: [],
        notCompared: [],
        notRendered: [],
        problems: [],
      },
    ],
  ])("%s", (_name, result, expected) => {
    const written = json(result, context);
    expect(written).toMatch(/^\{\n {2}"apiVersion": "report.lease-guard.dev\/v1alpha1",\n[\s\S]*\n\}\n$/);
    expect(JSON.parse(written)).toEqual(expected);
    expect(accepts(JSON.parse(written)), JSON.stringify(accepts.errors)).toBe(true);
  });

  it("writes exactly the fields of the schema, in its order", () => {
    const related = {
      file: "b.yaml",
      line: 1,
      column: 1,
      object: { kind: "Lease", namespace: "team-a", name: "controller" },
    };
    const found = mixed.findings.map((each) => ({ ...each, related, remedy: ["--a=1"] }));
    const object = { kind: "Lease", namespace: "team-a", name: "controller" };
    const notCompared: readonly NotComparedElection[] = [
      { reason: "repeated", lease: object, object, places: [{ file: "b.yaml", line: 1, column: 1 }] },
      { reason: "expired", lease: object, lastRenewal: "2026-07-01T08:00:10.000000Z" },
    ];
    const notRendered = [{ directory: "base", renderer: "kustomize", command: "kubectl kustomize base" }] as const;
    const abstained = new Map([["lease/holder-is-candidate", 2]] as const);
    const {
      findings,
      ignored,
      skipped: listed,
      notUnderstood,
      abstained: abstentions,
      notCompared: elections,
      notRendered: rendered,
      problems,
      summary,
      ...rest
    } = JSON.parse(
      json(
        { ...mixed, findings: found, ignored: found, notUnderstood: skipped, abstained, notCompared, notRendered },
        context,
      ),
    ) as Readonly<Record<string, readonly object[]>>;
    const described = (place: { readonly properties?: object } | undefined): readonly string[] =>
      Object.keys(place?.properties ?? {});
    expect([
      ...Object.keys(rest),
      "summary",
      "findings",
      "ignored",
      "skipped",
      "notUnderstood",
      "abstained",
      "notCompared",
      "notRendered",
      "problems",
    ]).toEqual(described(schema));
    expect(rendered).toEqual(notRendered);
    expect(Object.keys(rendered?.[0] ?? {})).toEqual(described(schema.$defs["renderedDirectory"]));
    expect(Object.keys(summary ?? {})).toEqual(described(schema.properties["summary"]));
    expect(Object.keys(findings?.[0] ?? {})).toEqual(described(schema.$defs["finding"]));
    expect(ignored).toEqual(findings);
    expect(notUnderstood).toEqual(listed);
    expect(Object.keys(listed?.[0] ?? {})).toEqual(described(schema.$defs["skippedObject"]));
    expect(findings?.map((each) => (each as CheckedFinding).related)).toEqual(found.map(() => related));
    expect(abstentions).toEqual([{ rule: "lease/holder-is-candidate", objects: 2 }]);
    expect(Object.keys(abstentions?.[0] ?? {})).toEqual(described(schema.$defs["abstention"]));
    expect(elections).toEqual(notCompared);
    const electionFields = new Set((elections ?? []).flatMap((each) => Object.keys(each)));
    expect([...electionFields]).toEqual(described(schema.$defs["notComparedElection"]));
    expect(Object.keys(problems?.[0] ?? {})).toEqual(described(schema.$defs["problem"]));
  });

  it.each([
    ["no findings", { findings: undefined }],
    ["another version", { apiVersion: "v1" }],
    ["a line 0", { problems: [{ file: "a", line: 0, column: 1, message: "" }] }],
    ["a mode off", { findings: [{ ...duration, mode: "off" }] }],
  ])("the schema rejects %s", (_name, changes) => {
    const report = JSON.parse(json(mixed, context)) as object;
    expect(accepts(JSON.parse(JSON.stringify({ ...report, ...changes })))).toBe(false);
  });
});
