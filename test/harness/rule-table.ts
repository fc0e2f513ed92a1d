import { describe, expect, it } from "vitest";
import type { Kind } from "../../src/core/api/coordination.ts";
import { type ServedVersion, servedVersions } from "../../src/core/api/served-versions.ts";
import { formatPath } from "../../src/core/field/path.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { type ViewedObject, viewOf } from "../../src/engine/validate/view.ts";
import { defaultPolicy, type RuleSettings } from "../../src/policy/policy.ts";
import type { Change, ChangeOperation, Context, Rule, UserInfo } from "../../src/rules/rule.ts";
import { type Draft, validObject } from "./objects.ts";
import { isPlainRenewal } from "./plain-renewal.ts";
import { deepFreeze, expectPlace } from "./requirements.ts";
import { requireServedVersion } from "./served-version.ts";
import { someContext } from "./some-context.ts";

/**
 * A write of a valid object. `tweak` changes the new object, and `old` changes the old object. By
 * default, the test uses every kind and operation that the rule declares, and every API version.
 */
export interface Row {
  readonly tweak?: (object: Draft) => unknown;
  readonly old?: (oldObject: Draft) => unknown;
  readonly kinds?: readonly Kind[];
  readonly versions?: readonly string[];
  readonly operations?: readonly ChangeOperation[];
  /**
   * The time of the write. The default is at most one minute after the times in the valid object.
   */
  readonly now?: string;
  /** The user of the write. The default is an unknown user. */
  readonly user?: Partial<UserInfo>;
  /** The parameters of the rule, if they differ from the parameters of the table. */
  readonly parameters?: Parameters;
  /**
   * Returns the other objects in the view, for a relation rule. `version` is the API version of the
   * object of the write. By default, the view has no other objects.
   */
  readonly beside?: (version: string) => readonly Draft[];
  /** True if the relation rule must abstain. The default is false. */
  readonly abstains?: boolean;
}

type Parameters = Readonly<Record<string, unknown>>;

/** A finding that a row must cause: the cause type, and the field path as in the message. */
export interface ExpectedCause {
  readonly type: string;
  readonly field: string;
  /** The kind and the name of the other object. By default, the test does not compare it. */
  readonly other?: string;
}

/** A row for which the rule must report findings. */
export type ReportingRow = Row & { readonly causes: readonly ExpectedCause[] };

/** Rows by name. The form of a name is `"<field>: <condition>"`. */
export interface RuleTable {
  /** The parameters of rows that set no parameters. Required if the rule declares parameters. */
  readonly parameters?: Parameters;
  readonly silent: Readonly<Record<string, Row>>;
  readonly reports: Readonly<Record<string, ReportingRow>>;
}

interface RuleWithTable {
  readonly rule: Rule;
  readonly table: RuleTable;
}

let collected: RuleWithTable[] | undefined;

/** Returns the tables of the test files that `load` imports. These files then test no rule. */
export async function collectTables(load: () => Promise<unknown>): Promise<readonly RuleWithTable[]> {
  const tables: RuleWithTable[] = [];
  collected = tables;
  await load();
  collected = undefined;
  return tables;
}

/**
 * Tests a rule with a table. For every row, also checks the requirements that all rules must meet.
 */
export function testRule(rule: Rule, table: RuleTable): void {
  if (collected !== undefined) {
    collected.push({ rule, table });
    return;
  }
  const { silent, reports, parameters } = table;
  const withParameters = <T extends Row>(row: T): T => (parameters === undefined ? row : { parameters, ...row });
  describe(rule.id, () => {
    it("has silent and reporting rows", () => {
      expect(Object.keys(silent)).not.toEqual([]);
      expect(Object.keys(reports)).not.toEqual([]);
    });
    describe.each(servedVersions.map((served) => ({ served, name: `${served.gvk.version} ${served.gvk.kind}` })))(
      "$name",
      ({ served }) => {
        it("reports nothing for a valid object", () => {
          for (const operation of ["CREATE", "UPDATE", "DELETE"] as const)
            expectCauses(rule, { served, operation, row: withParameters<ReportingRow>({ causes: [] }) });
        });
        for (const [name, row] of Object.entries(silent))
          declareRow(rule, served, name, { ...withParameters(row), causes: [] });
        for (const [name, row] of Object.entries(reports)) declareRow(rule, served, name, withParameters(row));
      },
    );
  });
}

function declareRow(rule: Rule, served: ServedVersion, name: string, row: ReportingRow): void {
  for (const operation of operationsOf(rule, served, row)) {
    it(`${operation} ${name}`, () => expectCauses(rule, { served, operation, row: { abstains: false, ...row } }));
  }
}

/** Returns the operations with which a test runs a row in a served version. */
export function operationsOf(rule: Rule, { gvk }: ServedVersion, row: Row): readonly ChangeOperation[] {
  if (!rule.kinds.includes(gvk.kind) || row.kinds?.includes(gvk.kind) === false) return [];
  return row.versions?.includes(gvk.version) === false ? [] : (row.operations ?? rule.operations);
}

interface Situation<R extends Row = ReportingRow> {
  readonly served: ServedVersion;
  readonly operation: ChangeOperation;
  readonly row: R;
}

export interface RowSubmission {
  readonly served: ServedVersion;
  readonly change: Change<Draft>;
  readonly context: Context;
}

export function submissionOf({ served, operation, row }: Situation<Row>): RowSubmission {
  const object = validObject(served);
  row.tweak?.(object);
  const oldObject = validObject(served);
  row.old?.(oldObject);
  return { served, change: toChange(operation, object, oldObject), context: contextOf(row) };
}

function expectCauses(rule: Rule, { served, operation, row }: Situation): void {
  const { parameters } = row;
  const settings: RuleSettings = { mode: "deny", ...(parameters && { parameters }) };
  const validate = createValidate([rule], { ...defaultPolicy, rules: new Map([[rule.id, settings]]) });
  const written = submissionOf({ served, operation, row });
  const change = deepFreeze(written.change);
  const viewed = viewedAfter(change, row.beside?.(served.gvk.version));
  const context = { ...written.context, ...(rule.isRelation && { view: viewOf(viewed, written.context.now) }) };
  const { findings, crashes, abstained } = validate({ served, change, context });
  expect(crashes).toEqual([]);
  if (row.abstains !== undefined) expect(abstained).toEqual(row.abstains ? [rule.id] : []);
  if (rule.isRelation) {
    const seen = (msAgo: number) => ({
      served,
      change,
      context: { ...context, view: viewOf(viewed, new Date(+context.now - msAgo)) },
    });
    for (const msAgo of [60_000, -60_000]) expect(validate(seen(msAgo))).toEqual({ findings, crashes, abstained });
    for (const msAgo of [60_001, -60_001])
      expect(validate(seen(msAgo)).findings, "a rule must not use an old view").toEqual([]);
    if (findings.length > 0) expect(validate(seen(60_001)).abstained).toEqual([rule.id]);
    expect(validate({ served, change, context: { ...context, view: undefined } }).findings).toEqual([]);
  }
  expect(validate({ served, change, context }).findings).toEqual(findings);
  const found = findings.map(({ type, field, origin, other }, index) => ({
    type,
    field: formatPath(field),
    origin,
    ...(row.causes[index]?.other !== undefined && { other: `${other?.kind} ${other?.name}` }),
  }));
  expect(found).toEqual(row.causes.map((cause) => ({ ...cause, origin: rule.id })));
  expect(new Set(findings.map((finding) => JSON.stringify(finding))).size).toBe(findings.length);
  for (const { field } of findings)
    expectPlace(change.operation === "DELETE" ? change.oldObject : change.object, field);
  // With the base manifests, kube-apiserver does not send plain renewals of Leases. A rule that
  // reports a plain renewal must therefore set `plainRenewals`. Rules of tier api are exempt,
  // because kube-apiserver itself denies the writes that these rules report.
  if (findings.length > 0 && rule.tier !== "api" && served.gvk.kind === "Lease" && isPlainRenewal(change))
    expect(rule.plainRenewals, `${rule.id} reports a plain renewal, which manifests/base does not send`).toBe(true);
}

/**
 * Returns the objects that exist after a write: the given objects and, unless the write deletes it,
 * the object of the write.
 */
function viewedAfter(change: Change<object>, beside: readonly object[] = []): readonly ViewedObject[] {
  const objects = [...beside, ...(change.operation === "DELETE" ? [] : [change.object])];
  return objects.map((object) => ({ served: requireServedVersion(object), object: deepFreeze(object) }));
}

function contextOf({ now, user }: Row): Context {
  return { ...someContext, ...(now !== undefined && { now: new Date(now) }), user: { ...someContext.user, ...user } };
}

function toChange(operation: ChangeOperation, object: Draft, oldObject: Draft): Change<Draft> {
  switch (operation) {
    case "CREATE":
      return { operation, object };
    case "UPDATE":
      return { operation, object, oldObject };
    case "DELETE":
      return { operation, oldObject };
  }
}
