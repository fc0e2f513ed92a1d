import { expect } from "vitest";
import { defaultAdministrators } from "../../../src/policy/policy.ts";
import { withoutTime } from "../../../src/rules/cel/cel-rule.ts";
import { celRules } from "../../../src/rules/cel/index.ts";
import type { RuleId } from "../../../src/rules/rule.ts";
import { isTrustedWriter } from "../../../src/rules/shared/identities.ts";
import type { LiveResult, LiveWrite, NoResult } from "./live-write.ts";

/** A reason why the policies do not report a finding of the engine. */
export interface Difference {
  readonly reason: string;
  /** Reports whether the reason explains that the policies do not report a rule for a write. */
  readonly explains: (rule: string, write: LiveWrite<object>, kubernetes: string) => boolean;
}

/** All known differences. The policies never report a write that the engine does not report. */
const differences: readonly Difference[] = [
  {
    reason: "The rule needs data that a policy does not get, such as the time of a deletion.",
    explains: (rule) => "noCel" in (celRules.get(rule as RuleId) ?? {}),
  },
  {
    reason: "The rule needs functions that the CEL of this Kubernetes version does not have.",
    explains: (rule, _, kubernetes) => {
      const cel = celRules.get(rule as RuleId);
      const since = cel !== undefined && "findings" in cel ? (cel.since ?? "1.30") : "1.30";
      return minorOf(since) > minorOf(kubernetes);
    },
  },
  {
    reason: "The policies exempt administrators from all rules. The engine exempts them only from some rules.",
    explains: (_, { user }) => isTrustedWriter({ user, administrators: defaultAdministrators }),
  },
  {
    reason: "If a write sets no field of the spec, managedFields does not contain its time. The write can still remove fields.",
    explains: (rule, { change }) => change.operation === "UPDATE" && !setsField(change) && unseenBy(rule).includes(withoutTime),
  },
  {
    reason: "The time of a deletion is unknown, so the policies cannot compare it with the lease term.",
    explains: (rule, { change }) => change.operation === "DELETE" && unseenBy(rule).some((writes) => writes.startsWith("the deletion of ")),
  },
];

function unseenBy(rule: string): readonly string[] {
  const cel = celRules.get(rule as RuleId);
  return cel !== undefined && "findings" in cel ? (cel.unseen ?? []) : [];
}

function minorOf(version: string): number {
  return Number(version.split(".")[1]);
}

interface WithSpec {
  readonly spec?: Readonly<Record<string, unknown>>;
}

function setsField({ object, oldObject }: { readonly object: WithSpec; readonly oldObject: WithSpec }): boolean {
  const { spec = {} } = object;
  return Object.keys(spec).some((field) => JSON.stringify(spec[field]) !== JSON.stringify(oldObject.spec?.[field]));
}

/**
 * Compares the decisions. Returns the reasons of the differences, or undefined if the decisions
 * differ for an unknown reason. The list is empty if the decisions are equal.
 */
export function differencesOf({ write, expected, actual, kubernetes }: LiveResult): readonly string[] | undefined {
  const reasons = new Set<string>();
  const explained = (rule: string): boolean => {
    const reason = differences.find(({ explains }) => explains(rule, write, kubernetes))?.reason;
    if (reason !== undefined) reasons.add(reason);
    return reason !== undefined;
  };
  const isReported = (rules: readonly string[], by: readonly string[]): boolean => rules.every((rule) => by.includes(rule));
  // kube-apiserver reports only the first denial.
  if (!isReported(actual.denied, expected.denied) || !isReported(actual.warned, expected.warned)) return undefined;
  const missing = [
    ...(actual.denied.length === 0 ? expected.denied : []),
    ...expected.warned.filter((rule) => !actual.warned.includes(rule)),
  ];
  return missing.every(explained) ? [...reasons] : undefined;
}

/** The outcomes of many writes. */
export interface Tally {
  compared: number;
  denied: number;
  warned: number;
  /** The writes without a result, and the explained differences, by reason. */
  readonly reasons: Map<string, number>;
  readonly unexplained: object[];
  readonly add: (name: string, result: LiveResult | NoResult) => void;
}

export function tallyOf(): Tally {
  const tally: Tally = { compared: 0, denied: 0, warned: 0, reasons: new Map(), unexplained: [], add };
  function count(reason: string): void {
    tally.reasons.set(reason, (tally.reasons.get(reason) ?? 0) + 1);
  }
  function add(name: string, result: LiveResult | NoResult): void {
    if (typeof result === "string") {
      count(result);
      return;
    }
    const { write, expected, actual } = result;
    tally.compared += 1;
    if (actual.denied.length > 0) tally.denied += 1;
    if (actual.warned.length > 0) tally.warned += 1;
    const reasons = differencesOf(result);
    reasons?.forEach(count);
    if (reasons === undefined) tally.unexplained.push({ name, expected, actual, write });
  }
  return tally;
}

/** Prints the counts, and fails if a decision differs for an unknown reason. */
export function expectEqualDecisions({ compared, denied, warned, reasons, unexplained }: Tally): void {
  process.stdout.write(`${JSON.stringify({ compared, denied, warned, ...Object.fromEntries(reasons) }, undefined, 2)}\n`);
  expect(unexplained).toEqual([]);
}
