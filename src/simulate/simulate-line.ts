import { nameOf } from "../admission/respond.ts";
import { reviewBody } from "../admission/review.ts";
import type { AdmissionRequest } from "../api/admission.ts";
import { errorBody } from "../field/error.ts";
import { formatPath } from "../field/path.ts";
import type { Validate } from "../validate/validate.ts";
import type { Finding } from "../validate/verdict.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { readRecord } from "./read-record.ts";
import { type Comparison, type Counts, type Example, noCounts, type RuleChange, type Simulation } from "./simulation.ts";
import type { Line } from "./split-lines.ts";

/** Largest line in bytes: a review of 7 MiB, which the webhook takes at the most, and the record around it. */
export const maxLineBytes: number = 8 * 1024 * 1024;

/** Most examples of one kind, and most unreadable lines that are told. */
const maxExamples = 3;
const maxTold = 20;

/** Most namespaces and users that are told apart; those that come later are counted together. */
const maxNames = 1000;

/** Under what they are counted. */
export const otherNames = "(others)";

/** Longest text of a review that is kept, in UTF-16 units; any legal name is shorter. */
const maxLength = 512;

/** What a simulation asks. */
export interface Judges {
  readonly validate: Validate;
  /** Of the policy that is compared with. */
  readonly against?: Validate;
  /** When a review is judged that tells no time. */
  readonly now: Date;
}

/** Judges the review of one line, and adds what comes of it; never throws, whatever the line holds. */
export function simulateLine({ number, bytes }: Line, { validate, against, now }: Judges, simulation: Simulation): void {
  const record = bytes === undefined ? `must not be longer than ${maxLineBytes} bytes` : readRecord(bytes);
  if (record === undefined) return;
  if (typeof record === "string") return tellUnreadable(number, record, simulation);
  const judge = (by: Validate) => reviewBody(record.body, by, record.now ?? now);
  const { body, request, verdict } = judge(validate);
  const refusal = body.kind === "Status" ? body : body.response.status;
  if (refusal?.code === 400) return tellUnreadable(number, refusal.message, simulation);
  if (request === undefined || verdict === undefined) {
    simulation.skipped++;
    return;
  }
  const outcome = outcomeOf(verdict);
  count(outcome, request, simulation);
  for (const [rule, finding] of outcome.rules) {
    const tally = entry(simulation.rules, rule, () => ({ ...noCounts(), examples: [] }));
    tally[finding.mode]++;
    addExample(tally.examples, number, request, finding);
  }
  const before = against && judge(against).verdict;
  if (before !== undefined && simulation.comparison !== undefined)
    compare(outcomeOf(before), outcome, simulation.comparison, (examples, finding) => addExample(examples, number, request, finding));
}

function tellUnreadable(line: number, message: string, simulation: Simulation): void {
  simulation.unreadable++;
  if (simulation.firstUnreadable.length < maxTold) simulation.firstUnreadable.push({ line, message });
}

function count({ mode }: Outcome, { namespace, userInfo }: AdmissionRequest, simulation: Simulation): void {
  simulation.reviews++;
  if (mode === "none") return;
  simulation.outcomes[mode]++;
  named(simulation.namespaces, namespace)[mode]++;
  named(simulation.users, userInfo?.username)[mode]++;
}

function named(counts: Map<string, Counts>, name: string | null | undefined): Counts {
  const known = clip(name);
  return entry(counts, counts.size < maxNames || counts.has(known) ? known : otherNames, noCounts);
}

function entry<T>(entries: Map<string, T>, key: string, make: () => T): T {
  const known = entries.get(key) ?? make();
  entries.set(key, known);
  return known;
}

function addExample(examples: Example[], line: number, request: AdmissionRequest, finding: Finding): void {
  if (examples.length === maxExamples) return;
  const { operation, kind, namespace, userInfo } = request;
  examples.push({
    line,
    operation,
    kind: kind.kind,
    namespace: clip(namespace),
    name: clip(nameOf(request)),
    user: clip(userInfo?.username),
    field: formatPath(finding.field),
    message: errorBody(finding),
  });
}

function clip(text: string | null | undefined): string {
  return (text ?? "").slice(0, maxLength);
}

function compare(
  before: Outcome,
  after: Outcome,
  comparison: Comparison,
  exemplify: (examples: Example[], finding: Finding) => void,
): void {
  if (after.mode === "deny" && before.mode !== "deny") comparison.newlyDenied++;
  if (after.mode !== "deny" && before.mode === "deny") comparison.noLongerDenied++;
  if (after.mode === "warn" && !isTold(before)) comparison.newlyWarned++;
  if (before.mode === "warn" && !isTold(after)) comparison.noLongerWarned++;
  for (const rule of new Set([...before.rules.keys(), ...after.rules.keys()])) {
    const [was, is] = [before.rules.get(rule), after.rules.get(rule)];
    const finding = is ?? was;
    if (finding === undefined || was?.mode === is?.mode) continue;
    const change = { rule, before: was?.mode ?? "none", after: is?.mode ?? "none" } as const;
    const tally = entry(comparison.changes, JSON.stringify(change), (): RuleChange => ({ ...change, reviews: 0, examples: [] }));
    tally.reviews++;
    exemplify(tally.examples, finding);
  }
}

function isTold({ mode }: Outcome): boolean {
  return mode === "deny" || mode === "warn";
}
