import { expect } from "vitest";

import { withoutTime } from "../../../src/rules/cel/cel-rule.ts";
import { documentedDifferences, leftOutOf } from "./documented-differences.ts";
import type { LiveResult, LiveWrite } from "./live-write.ts";
import type { NoResult } from "./no-result.ts";

/**
 * Reports whether a row is the reason why the admission policies do not report a rule for a write.
 */
type Explains = (rule: string, write: LiveWrite<object>, kubernetes: string) => boolean;

/** The reason why the decisions in these tests never differ because of a row. */
interface NotCompared {
  readonly notCompared: string;
}

/** The row about the only warning of the admission policies that is not the finding of a rule. */
const untrackedRow = "an update of a held Lease without `managedFields`";

/** The name of a finding that protects the clock of the admission policies. */
const ownFinding = "lease-guard";

/**
 * How these tests treat each row of the table "Different decisions" in
 * `docs/admission-policies.md`. A row explains a difference only if the page contains the row. No
 * row explains a rule that only the admission policies report, except their own warning about
 * managedFields.
 */
export const differences: Readonly<Record<string, Explains | NotCompared>> = {
  "a rule or a part of a rule that [the export leaves out](#what-the-export-leaves-out)": (
    rule,
    { change },
    kubernetes,
  ) =>
    leftOutOf(rule).some((part) => {
      const [, since] = /^the whole rule before Kubernetes 1\.(\d+)$/.exec(part) ?? [];
      if (since !== undefined) return Number(since) > Number(kubernetes.split(".")[1]);
      return (
        part.startsWith("the whole rule: ") || (part.startsWith("the deletion of ") && change.operation === "DELETE")
      );
    }),
  "a write [without a clock](#writes-without-a-clock)": (rule, { change }) =>
    change.operation === "UPDATE" && !setsField(change) && leftOutOf(rule).includes(withoutTime),
  "an update of [an object without `managedFields`](#objects-without-managedfields) that sets `renewTime`": (
    _,
    { change },
  ) => isUntracked(change),
  [untrackedRow]: (rule, { change }) => rule === ownFinding && isUntracked(change),
  "time of the write": { notCompared: "a write has no result if the decision depends on the second" },
  "an update that empties `managedFields` and sets a field of the spec": {
    notCompared: "test/live/scenarios/forged-clock.ts tests these updates",
  },
  "deletes, requests from nodes, and the namespaces `kube-system`, `kube-node-lease`, `kube-public`, and `lease-guard`":
    {
      notCompared: "the engine gets every write",
    },
  "plain renewals": { notCompared: "the expected decision of a plain renewal is no finding" },
  "fields that do not decode": { notCompared: "kube-apiserver rejects the write" },
  "a rule or an evaluation that fails": { notCompared: "the tests of the rules fail if a rule fails" },
  "`serve --deny` and other flags": { notCompared: "the engine gets no flags" },
};

/** Reports whether kube-apiserver does not track the fields of the stored object. */
function isUntracked(change: LiveWrite<object>["change"]): boolean {
  if (change.operation !== "UPDATE") return false;
  const { metadata } = change.oldObject as { readonly metadata?: { readonly managedFields?: unknown } };
  return metadata?.managedFields === undefined;
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
    const reason = Object.entries(differences).find(
      ([row, explains]) =>
        typeof explains === "function" && explains(rule, write, kubernetes) && documentedDifferences.includes(row),
    )?.[0];
    if (reason !== undefined) reasons.add(reason);
    return reason !== undefined;
  };
  const isReported = (rules: readonly string[], by: readonly string[]): boolean =>
    rules.every((rule) => by.includes(rule));
  // kube-apiserver reports only the first denial.
  const warned = actual.warned.filter((rule) => rule !== ownFinding || !explained(rule));
  if (!isReported(actual.denied, expected.denied) || !isReported(warned, expected.warned)) return undefined;
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
  /** The number of explained differences, by row of the table. */
  readonly explained: Map<string, number>;
  /** The names of the writes without a result, by reason. */
  readonly withoutResult: Map<NoResult, string[]>;
  readonly unexplained: object[];
  readonly add: (name: string, result: LiveResult | NoResult) => void;
}

export function tallyOf(): Tally {
  const tally: Tally = {
    compared: 0,
    denied: 0,
    warned: 0,
    explained: new Map(),
    withoutResult: new Map(),
    unexplained: [],
    add,
  };
  function add(name: string, result: LiveResult | NoResult): void {
    if (typeof result === "string") {
      tally.withoutResult.set(result, [...(tally.withoutResult.get(result) ?? []), name]);
      return;
    }
    const { write, expected, actual } = result;
    tally.compared += 1;
    if (actual.denied.length > 0) tally.denied += 1;
    if (actual.warned.length > 0) tally.warned += 1;
    const rows = differencesOf(result);
    for (const row of rows ?? []) tally.explained.set(row, (tally.explained.get(row) ?? 0) + 1);
    if (rows === undefined) tally.unexplained.push({ name, expected, actual, write });
  }
  return tally;
}

/** Returns the number of writes by reason. */
export function countsOf(names: ReadonlyMap<NoResult, readonly string[]>): Readonly<Partial<Record<NoResult, number>>> {
  return Object.fromEntries([...names].map(([reason, { length }]) => [reason, length]));
}

/** Prints the counts, and fails if a decision differs for an unknown reason. */
export function expectEqualDecisions({ compared, denied, warned, explained, withoutResult, unexplained }: Tally): void {
  const counts = { compared, denied, warned, ...Object.fromEntries(explained), ...countsOf(withoutResult) };
  process.stdout.write(`${JSON.stringify(counts, undefined, 2)}\n`);
  expect(unexplained).toEqual([]);
}
