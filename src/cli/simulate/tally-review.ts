import { objectName } from "../../admission/respond.ts";
import type { AdmissionRequest } from "../../api/admission.ts";
import { errorBody } from "../../field/error.ts";
import { formatPath } from "../../field/path.ts";
import type { Finding } from "../../validate/verdict.ts";
import type { Outcome } from "./outcome.ts";
import { type Comparison, type Counts, type Example, noCounts, type RuleChange, type Simulation } from "./simulation.ts";

/** Most examples of one kind. */
const maxExamples = 3;

/** Most namespaces and users that are told apart; those that come later are counted together. */
const maxNames = 1000;

/** Under what they are counted. */
const otherNames = "(others)";

/** Longest text of a review that is kept, in UTF-16 units; any legal name is shorter. */
const maxLength = 512;

/** A review that was judged, and where it stands. */
interface Judged {
  readonly line: number;
  readonly request: AdmissionRequest;
}

/** Adds what came of a review, and how that differs from what came of it before. */
export function tallyReview(judged: Judged, outcome: Outcome, before: Outcome | undefined, simulation: Simulation): void {
  count(outcome, judged.request, simulation);
  for (const [rule, finding] of outcome.rules) {
    const tally = entry(simulation.rules, rule, () => ({ ...noCounts(), examples: [] }));
    tally[finding.mode]++;
    addExample(tally.examples, judged, finding);
  }
  const { comparison } = simulation;
  if (before === undefined || comparison === undefined) return;
  compareOutcomes(before, outcome, comparison);
  compareRules(before, outcome, comparison, judged);
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

function addExample(examples: Example[], { line, request }: Judged, finding: Finding): void {
  if (examples.length === maxExamples) return;
  const { operation, kind, namespace, userInfo } = request;
  examples.push({
    line,
    operation,
    kind: kind.kind,
    namespace: clip(namespace),
    name: clip(objectName(request)),
    user: clip(userInfo?.username),
    field: clip(formatPath(finding.field)),
    message: clip(errorBody(finding)),
  });
}

/** Copied: a piece of a text would keep all of it in memory, and a line may be of 8 MiB. */
function clip(text: string | null | undefined): string {
  return JSON.parse(JSON.stringify((text ?? "").slice(0, maxLength))) as string;
}

function compareOutcomes(before: Outcome, after: Outcome, comparison: Comparison): void {
  if (after.mode === "deny" && before.mode !== "deny") comparison.newlyDenied++;
  if (after.mode !== "deny" && before.mode === "deny") comparison.noLongerDenied++;
  if (after.mode === "warn" && !isTold(before)) comparison.newlyWarned++;
  if (before.mode === "warn" && !isTold(after)) comparison.noLongerWarned++;
}

function compareRules(before: Outcome, after: Outcome, { changes }: Comparison, judged: Judged): void {
  for (const rule of new Set([...before.rules.keys(), ...after.rules.keys()])) {
    const [was, is] = [before.rules.get(rule), after.rules.get(rule)];
    const finding = is ?? was;
    if (finding === undefined || was?.mode === is?.mode) continue;
    const change = { rule, before: was?.mode ?? "none", after: is?.mode ?? "none" } as const;
    const tally = entry(changes, JSON.stringify(change), (): RuleChange => ({ ...change, reviews: 0, examples: [] }));
    tally.reviews++;
    addExample(tally.examples, judged, finding);
  }
}

function isTold({ mode }: Outcome): boolean {
  return mode === "deny" || mode === "warn";
}
