import { describe, expect, it } from "vitest";
import type { Kind } from "../../src/api/coordination.ts";
import { type ServedVersion, servedVersions } from "../../src/api/served-versions.ts";
import { formatPath } from "../../src/field/path.ts";
import { defaultPolicy, type RuleSettings } from "../../src/policy/policy.ts";
import type { Change, ChangeOperation, Context, Rule, UserInfo } from "../../src/rules/rule.ts";
import { createValidate } from "../../src/validate/validate.ts";
import { deepFreeze, expectPlace } from "./laws.ts";
import { type Draft, validObject } from "./objects.ts";
import { isPlainRenewal } from "./plain-renewal.ts";
import { someContext } from "./some-context.ts";

/** A legal object plus one tweak. It holds for every kind, version and operation the rule declares, unless it names some. */
export interface Row {
  readonly tweak?: (object: Draft) => unknown;
  readonly old?: (oldObject: Draft) => unknown;
  readonly kinds?: readonly Kind[];
  readonly versions?: readonly string[];
  readonly operations?: readonly ChangeOperation[];
  /** When it is judged; a minute past the base's times unless said otherwise. */
  readonly now?: string;
  /** Who writes; nobody known unless said otherwise. */
  readonly user?: Partial<UserInfo>;
  /** Of the rule, where they differ from the table's. */
  readonly parameters?: Parameters;
}

type Parameters = Readonly<Record<string, unknown>>;

/** A finding that a row must yield, and no other: a cause type and a field as a user reads it. */
export interface ExpectedCause {
  readonly type: string;
  readonly field: string;
}

/** A row that the rule reports. */
export type ReportingRow = Row & { readonly causes: readonly ExpectedCause[] };

/** Rows by name: `"<field>: <condition>"`. */
export interface RuleTable {
  /** Of the rule, for all rows that have none; needed where it declares some. */
  readonly parameters?: Parameters;
  readonly silent: Readonly<Record<string, Row>>;
  readonly reports: Readonly<Record<string, ReportingRow>>;
}

/** Runs a rule's table, and on every row the laws that hold for any rule. */
export function testRule(rule: Rule, { silent, reports, parameters }: RuleTable): void {
  const withParameters = <T extends Row>(row: T): T => (parameters === undefined ? row : { parameters, ...row });
  describe(rule.id, () => {
    it("has rows of both sorts", () => {
      expect(Object.keys(silent)).not.toEqual([]);
      expect(Object.keys(reports)).not.toEqual([]);
    });
    describe.each(servedVersions.map((served) => ({ served, name: `${served.gvk.version} ${served.gvk.kind}` })))("$name", ({ served }) => {
      it("reports nothing for a legal object", () => {
        for (const operation of ["CREATE", "UPDATE", "DELETE"] as const)
          expectCauses(rule, { served, operation, row: withParameters<ReportingRow>({ causes: [] }) });
      });
      for (const [name, row] of Object.entries(silent)) declareRow(rule, served, name, { ...withParameters(row), causes: [] });
      for (const [name, row] of Object.entries(reports)) declareRow(rule, served, name, withParameters(row));
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
  const { parameters } = row;
  const settings: RuleSettings = { mode: "deny", ...(parameters && { parameters }) };
  const validate = createValidate([rule], { ...defaultPolicy, rules: new Map([[rule.id, settings]]) });
  const context = contextOf(row);
  const object = validObject(served);
  row.tweak?.(object);
  const oldObject = validObject(served);
  row.old?.(oldObject);
  const change = deepFreeze(toChange(operation, object, oldObject));
  const { findings, crashes } = validate({ served, change, context });
  expect(crashes).toEqual([]);
  expect(validate({ served, change, context }).findings).toEqual(findings);
  const found = findings.map(({ type, field, origin }) => ({ type, field: formatPath(field), origin }));
  expect(found).toEqual(row.causes.map((cause) => ({ ...cause, origin: rule.id })));
  expect(new Set(findings.map((finding) => JSON.stringify(finding))).size).toBe(findings.length);
  for (const { field } of findings) expectPlace(object, field);
  // Candidates are always sent, and kube-apiserver itself denies what a rule of tier api reports.
  if (findings.length > 0 && rule.tier !== "api" && served.gvk.kind === "Lease" && isPlainRenewal(change))
    expect(rule.plainRenewals, `${rule.id} reports a plain renewal, which manifests/base does not send`).toBe(true);
}

function contextOf({ now, user }: Row): Context {
  return { ...someContext, ...(now !== undefined && { now: new Date(now) }), user: { ...someContext.user, ...user } };
}

function toChange(operation: ChangeOperation, object: Draft, oldObject: Draft): Change<object> {
  switch (operation) {
    case "CREATE":
      return { operation, object };
    case "UPDATE":
      return { operation, object, oldObject };
    case "DELETE":
      return { operation, oldObject };
  }
}
