import { describe, expect, it } from "vitest";
import type { Kind } from "../../src/api/coordination.ts";
import { type ServedVersion, servedVersions } from "../../src/api/served-versions.ts";
import { formatPath } from "../../src/field/path.ts";
import type { Change, ChangeOperation, Rule } from "../../src/rules/rule.ts";
import { createValidate } from "../../src/validate/validate.ts";
import { deepFreeze, expectPlace } from "./laws.ts";
import { type Draft, validObject } from "./objects.ts";
import { someContext } from "./some-context.ts";

/** A legal object plus one tweak. It holds for every kind, version and operation the rule declares, unless it names some. */
export interface Row {
  readonly tweak?: (object: Draft) => unknown;
  readonly old?: (oldObject: Draft) => unknown;
  readonly kinds?: readonly Kind[];
  readonly versions?: readonly string[];
  readonly operations?: readonly ChangeOperation[];
}

/** What a row must bring out, and nothing else: a cause type and a field as a user reads it. */
export interface ExpectedCause {
  readonly type: string;
  readonly field: string;
}

type ReportingRow = Row & { readonly causes: readonly ExpectedCause[] };

/** Rows by name: `"<field>: <condition>"`. */
export interface RuleTable {
  readonly silent: Readonly<Record<string, Row>>;
  readonly reports: Readonly<Record<string, ReportingRow>>;
}

/** Runs a rule's table, and on every row the laws that hold for any rule. */
export function testRule(rule: Rule, { silent, reports }: RuleTable): void {
  describe(rule.id, () => {
    it("has rows of both sorts", () => {
      expect(Object.keys(silent)).not.toEqual([]);
      expect(Object.keys(reports)).not.toEqual([]);
    });
    describe.each(servedVersions.map((served) => ({ served, name: `${served.gvk.version} ${served.gvk.kind}` })))("$name", ({ served }) => {
      it("is silent on a legal object", () => {
        for (const operation of ["CREATE", "UPDATE", "DELETE"] as const) expectCauses(rule, { served, operation, row: { causes: [] } });
      });
      for (const [name, row] of Object.entries(silent)) declareRow(rule, served, name, { ...row, causes: [] });
      for (const [name, row] of Object.entries(reports)) declareRow(rule, served, name, row);
    });
  });
}

function declareRow(rule: Rule, served: ServedVersion, name: string, row: ReportingRow): void {
  if (!rule.kinds.includes(served.gvk.kind) || row.kinds?.includes(served.gvk.kind) === false) return;
  if (row.versions?.includes(served.gvk.version) === false) return;
  for (const operation of row.operations ?? rule.operations) {
    it(`${operation} ${name}`, () => expectCauses(rule, { served, operation, row }));
  }
}

interface Situation {
  readonly served: ServedVersion;
  readonly operation: ChangeOperation;
  readonly row: ReportingRow;
}

function expectCauses(rule: Rule, { served, operation, row }: Situation): void {
  const validate = createValidate([rule], new Map([[rule.id, "deny"]]));
  const object = validObject(served);
  row.tweak?.(object);
  const oldObject = validObject(served);
  row.old?.(oldObject);
  const change = deepFreeze(toChange(operation, object, oldObject));
  const { findings, faults } = validate(served, change, someContext);
  expect(faults).toEqual([]);
  expect(validate(served, change, someContext).findings).toEqual(findings);
  const found = findings.map(({ type, field, origin }) => ({ type, field: formatPath(field), origin }));
  expect(found).toEqual(row.causes.map((cause) => ({ ...cause, origin: rule.id })));
  expect(new Set(findings.map((finding) => JSON.stringify(finding))).size).toBe(findings.length);
  for (const { field } of findings) expectPlace(object, field);
}

function toChange(operation: ChangeOperation, object: Draft, oldObject: Draft): Change<unknown> {
  switch (operation) {
    case "CREATE":
      return { operation, object };
    case "UPDATE":
      return { operation, object, oldObject };
    case "DELETE":
      return { operation, oldObject };
  }
}
