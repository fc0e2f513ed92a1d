import { describe, expect, it } from "vitest";
import { servedVersions } from "../../src/core/api/served-versions.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { viewOf } from "../../src/engine/validate/view.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import type { CelRule } from "../../src/rules/cel/cel-rule.ts";
import {
  celFindings,
  programOf as compiledProgram,
  conditionFor,
  conditionForAny,
} from "../../src/rules/cel/compile.ts";
import { celRules } from "../../src/rules/cel/index.ts";
import { type Change, changeOperations, type Rule, type UserInfo } from "../../src/rules/rule.ts";
import { isUnknown, mastersGroup } from "../../src/rules/shared/identities.ts";
import { allTables } from "../harness/all-tables.ts";
import type { Draft } from "../harness/objects.ts";
import { operationsOf, type Row, submissionOf } from "../harness/rule-table.ts";
import { renewedAt, type StampedWrite, stamped, untracked } from "../harness/stamped.ts";
import { paramsOf, viewed } from "./beside-write.ts";
import { type CelProgram, type CelWrite, evaluateCel, toCelWrite } from "./evaluate-cel.ts";

const clockSkewMicros = defaultPolicy.clockSkewMs * 1000;
const settings = { clockSkewMicros, administrators: defaultPolicy.administrators };

/**
 * The user of all writes, because an API server always knows the user. This user is neither a pod
 * nor a person.
 */
const someUser: UserInfo = {
  username: "system:serviceaccount:team-a:other",
  groups: ["system:serviceaccounts", "system:authenticated"],
};

interface Comparison {
  readonly name: string;
  /** The name of the row. */
  readonly row: string;
  readonly rule: Rule;
  /** Whether the rule reports the write at the time that the CEL knows. */
  readonly expected: boolean;
  /**
   * True if the time is that of the writer, whose clock is correct, and the rule reports nothing at
   * the real time.
   */
  readonly isLegal: boolean;
  /** True if the object has no managedFields. */
  readonly isUntracked: boolean;
  readonly hasClock: boolean;
  readonly program: number;
  readonly write: Omit<CelWrite, "program">;
}

const programs = new Map<string, CelProgram & { readonly index: number }>();

function programOf(
  rule: Rule,
  cel: CelRule<Readonly<Record<string, unknown>>>,
  kind: "Lease" | "LeaseCandidate",
  parameters: Readonly<Record<string, unknown>>,
): number {
  const key = JSON.stringify([rule.id, kind, parameters]);
  const known = programs.get(key);
  if (known !== undefined) return known.index;
  const expressions = celFindings(rule, cel, { kind, parameters, clockSkewMicros }).map((finding) =>
    conditionFor(finding, changeOperations),
  );
  const { variables, expressions: compiled } = compiledProgram(kind, settings, expressions);
  const made = {
    index: programs.size,
    kubernetes: cel.since ?? "1.30",
    hasParams: cel.params !== undefined,
    variables,
    // The policies of relation rules have no match condition for all findings.
    expressions: rule.isRelation ? compiled : [...compiled, conditionForAny(kind, settings, expressions)],
  };
  programs.set(key, made);
  return made.index;
}

function comparisons(rule: Rule, name: string, row: Row): readonly Comparison[] {
  const cel = celRules.get(rule.id);
  if (cel === undefined || "noCel" in cel) return [];
  const { parameters = {} } = row;
  const policy = { ...defaultPolicy, rules: new Map([[rule.id, { mode: "deny" as const, parameters }]]) };
  const validate = createValidate([rule], policy);
  const evaluated = servedVersions.filter(({ gvk }) => cel.since === undefined || gvk.version !== "v1alpha1");
  return evaluated.flatMap((served) =>
    operationsOf(rule, served, row).flatMap((operation) => {
      const { change, context } = submissionOf({ served, operation, row });
      return asEach(isUnknown(context.user) ? someUser : context.user).flatMap((user): readonly Comparison[] => {
        const beside = row.beside?.(served.gvk.version) ?? [];
        const reportsAt = (written: Change<Draft>, now: Date): boolean | undefined => {
          const view = cel.params && viewOf(viewed(written, beside), now);
          const { findings } = validate({ served, change: written, context: { ...context, now, user, view } });
          return findings.some(({ source }) => source !== "rule") ? undefined : findings.length > 0;
        };
        const own = { row: name, rule, program: programOf(rule, cel, served.gvk.kind, parameters) };
        const compared = (
          { now, written, hasClock }: StampedWrite,
          suffix = "",
          isLegal = false,
        ): readonly Comparison[] => {
          const expected = reportsAt(written, now);
          if (expected === undefined) return [];
          const write = { ...toCelWrite(written, user), params: paramsOf(written, beside, cel) };
          const title = `${served.gvk.version} ${served.gvk.kind} ${operation} ${name}${suffix} by ${user.groups.join()}`;
          return [{ ...own, name: title, expected, isLegal, isUntracked: suffix !== "", hasClock, write }];
        };
        const tracked = stamped(change, context.now);
        if (change.operation !== "UPDATE") return compared(tracked);
        const withoutFields = (update: typeof change, suffix: string): readonly Comparison[] => {
          const write = untracked(update, context.now, defaultPolicy.clockSkewMs);
          return compared(write, suffix, write.isClockCorrect && reportsAt(write.written, tracked.now) === false);
        };
        return [
          ...compared(tracked),
          ...withoutFields(change, ", without managedFields"),
          ...withoutFields(renewedAt(change, context.now), ", renewed without managedFields"),
        ];
      });
    }),
  );
}

/** Returns a user, and the same user as an administrator. */
function asEach(user: UserInfo): readonly UserInfo[] {
  return [user, { ...user, groups: [...user.groups, mastersGroup] }];
}

const tables = await allTables();
const compared = tables.flatMap(({ rule, table: { parameters, silent, reports } }) =>
  Object.entries({ "a valid object": {}, ...silent, ...reports }).flatMap(([name, row]) =>
    comparisons(rule, name, { ...(parameters && { parameters }), ...row }),
  ),
);

/**
 * The rows of relation rules in which a policy reports more or less than the rule. kube-apiserver
 * evaluates each of the other objects alone, and keeps each of them once.
 */
const otherwise =
  /known twice$|another strategy$|: disagree$|outvoted by|not that of another|binaryVersion: another$|and build metadata$|both binaryVersions are invalid$|of v1alpha1, |another build$|raised, but still lower|next to a list with another$/;

/**
 * The rules that read the time of the write, but report nothing by the clock of the writer. Each
 * of them compares a new renewTime with this clock, or reports only writes that set no later
 * renewTime.
 */
const notByWriter = [
  "lease/duration-lengthened-by-renewal",
  "lease/renew-time-kept",
  "lease/renew-time-near-now",
  "lease/renew-time-not-decreasing",
  "lease/term-started-by-renewal",
  "lease-candidate/renew-time-not-in-future",
  "lease-candidate/renew-time-recent",
  "lease-candidate/renew-time-within-a-day",
];

function isUnseen({ id }: Rule): boolean {
  const cel = celRules.get(id);
  return cel !== undefined && "findings" in cel && (cel.unseen ?? []).length > 0;
}

/** Reports whether the variables of a program contain the time of the write. */
function readsClock(index: number): boolean {
  return [...programs.values()][index]?.variables.some(({ name }) => name === "now") ?? false;
}

/**
 * Returns the values without the value of the match condition. The values of a relation rule
 * contain no match condition. The match condition must be true if one of the other values is true.
 */
function reportsIn({ isRelation }: Rule, values: readonly unknown[]): readonly unknown[] {
  return isRelation ? values : values.slice(0, -1);
}

describe("a rule in CEL reports what the rule reports", { timeout: 600_000 }, () => {
  const output = evaluateCel(
    [...programs.values()],
    compared.map(({ program, write }) => ({ ...write, program })),
  );

  it("compiles with the CEL of the oldest Kubernetes version", () => {
    expect(output.errors.flat()).toEqual([]);
  });

  const rules = [...new Set(compared.map(({ rule }) => rule))];
  it.each(rules.map((rule) => ({ rule, id: rule.id })))("$id", ({ rule }) => {
    const rows = compared
      .map((each, index) => ({ ...each, result: output.writes[index] }))
      .filter((each) => each.rule === rule);
    const decodable = rows.filter(({ result }) => result?.undecodable === undefined);
    expect(decodable.length).toBeGreaterThan(0);
    const different = decodable
      .filter(({ row }) => !(rule.isRelation && otherwise.test(row)))
      .filter(({ expected, isLegal, isUntracked, hasClock, program, result }) => {
        const all = result?.values ?? [];
        if (all.some((value) => typeof value !== "boolean")) return true;
        const values = reportsIn(rule, all);
        // The clock of the writer must not cause more findings than the real time.
        if (isLegal && values.includes(true)) return true;
        if (!rule.isRelation && values.includes(true) && all.at(-1) !== true) return true;
        // Without a clock, only a rule that reads the clock misses a write. If the object has
        // managedFields, the page of this rule says so.
        const canMiss = !hasClock && (isUntracked ? readsClock(program) : isUnseen(rule));
        return values.includes(true) !== expected && (values.includes(true) || !canMiss);
      });
    expect(different.map(({ name, expected, result }) => ({ name, expected, values: result?.values }))).toEqual([]);
    expect(
      decodable.some(({ expected, result }) => expected && reportsIn(rule, result?.values ?? []).includes(true)),
    ).toBe(true);
  });

  it("reports writes by the clock of the writer, except rules that this clock cannot serve", () => {
    const own = compared.flatMap((each, index) =>
      readsClock(each.program) ? [{ ...each, result: output.writes[index] }] : [],
    );
    const isReported = ({ rule, result }: (typeof own)[number]): boolean =>
      reportsIn(rule, result?.values ?? []).includes(true);
    const reporting = new Set(
      own.filter((each) => each.isUntracked && each.hasClock && isReported(each)).map(({ rule }) => rule.id),
    );
    const others = [...new Set(own.map(({ rule }) => rule.id))].filter((id) => !reporting.has(id));
    expect(others).toEqual(notByWriter);
  });
});
