import type { AdmissionRequest } from "../core/api/admission.ts";
import { extraValue, podNameKey } from "../core/api/user-extra.ts";
import { shownError } from "../core/field/error.ts";
import { shorten } from "../core/field/path.ts";
import { copyText } from "../core/text/byte-length.ts";
import { objectName, objectNamespace, writtenReference } from "../engine/review/respond.ts";
import { crashText, type Finding } from "../engine/validate/verdict.ts";
import { objectTitle } from "../report/object-title.ts";
import { tallyTerms } from "./short-leases.ts";
import {
  type Comparison,
  type Differences,
  type Example,
  noCounts,
  noDifferences,
  type Outcome,
  type Replayed,
  type RuleChange,
  type Simulation,
} from "./simulation.ts";

const maxExamples = 3;

/** Maximum number of namespaces, and of users, that have a separate entry. */
const maxNames = 1000;

/** The name of the shared entry for all further namespaces or users. */
const otherNames = "(others)";

/** Maximum length of a string from a review, in UTF-16 code units. Valid names are shorter. */
const maxLength = 512;

/** Adds the outcome of a review, and the difference from its outcome under the baseline. */
export function tallyReview(
  line: number,
  { request, outcome, isEventuallyDenied, before }: Replayed,
  simulation: Simulation,
): void {
  const exampleOf = (finding: Finding): Example => toExample(line, request, finding);
  tallyOutcome(outcome, request, simulation);
  if (isEventuallyDenied) simulation.deniedAfterDates++;
  for (const [rule, finding] of outcome.rules) {
    const tally = entry(simulation.rules, rule, () => ({ ...noCounts(), examples: [] }));
    tally[finding.mode]++;
    if (tally.examples.length < maxExamples) tally.examples.push(exampleOf(finding));
  }
  for (const crash of [...outcome.crashes, ...(before?.crashes ?? [])])
    entry(simulation.crashes, crash.origin, () => ({
      line,
      message: `${titleOf(request)}: ${copy(crashText(crash))}`,
    }));
  const { comparison } = simulation;
  if (before === undefined || comparison === undefined) return;
  compareOutcomes(before, outcome, request, comparison);
  for (const { rule, finding, ...modes } of changedRules(before, outcome)) {
    const tally = entry(
      comparison.changes,
      JSON.stringify({ rule, ...modes }),
      (): RuleChange => ({ rule, ...modes, reviews: 0, examples: [] }),
    );
    tally.reviews++;
    if (tally.examples.length < maxExamples) tally.examples.push(exampleOf(finding));
  }
}

function tallyOutcome({ mode }: Outcome, request: AdmissionRequest, simulation: Simulation): void {
  const { userInfo, object, oldObject } = request;
  const namespace = objectNamespace(request);
  simulation.reviews++;
  const names = { namespace: copy(namespace), name: copy(objectName(request)) };
  if (request.kind.kind === "Lease") tallyTerms({ ...names, object, oldObject }, simulation.shortLeases);
  if (extraValue(userInfo?.extra, podNameKey) !== undefined) simulation.withPod++;
  if (mode === "none") return;
  simulation.outcomes[mode]++;
  named(simulation.namespaces, namespace, noCounts)[mode]++;
  named(simulation.users, userInfo?.username, noCounts)[mode]++;
}

/** Returns the entry of a namespace or a user. */
function named<T>(entries: Map<string, T>, name: string | null | undefined, create: () => T): T {
  const known = copy(name);
  return entry(entries, entries.size < maxNames || entries.has(known) ? known : otherNames, create);
}

function entry<T>(entries: Map<string, T>, key: string, create: () => T): T {
  const known = entries.get(key) ?? create();
  entries.set(key, known);
  return known;
}

function toExample(line: number, request: AdmissionRequest, finding: Finding): Example {
  const { kind, namespace, name } = writtenReference(request);
  const { field, message } = shownError(finding);
  return {
    line,
    operation: request.operation,
    kind,
    namespace: copy(namespace),
    name: copy(name),
    user: copy(request.userInfo?.username),
    field: copy(field),
    message: copy(message),
  };
}

function titleOf(request: AdmissionRequest): string {
  return copy(objectTitle(writtenReference(request)));
}

/** Truncates and copies a part of a line, which can have 8 MiB. */
function copy(text: string | null | undefined): string {
  return copyText(shorten(text ?? "", maxLength));
}

function compareOutcomes(before: Outcome, after: Outcome, request: AdmissionRequest, comparison: Comparison): void {
  const difference = differenceOf(before, after);
  if (difference === undefined) return;
  comparison[difference]++;
  named(comparison.namespaces, objectNamespace(request), noDifferences)[difference]++;
  named(comparison.users, request.userInfo?.username, noDifferences)[difference]++;
}

function differenceOf(before: Outcome, after: Outcome): keyof Differences | undefined {
  if (after.mode === before.mode) return undefined;
  if (after.mode === "deny") return "newlyDenied";
  if (before.mode === "deny") return "noLongerDenied";
  if (after.mode === "warn") return "newlyWarned";
  return before.mode === "warn" ? "noLongerWarned" : undefined;
}

interface ChangedRule extends Pick<RuleChange, "rule" | "before" | "after"> {
  readonly finding: Finding;
}

function changedRules(before: Outcome, after: Outcome): readonly ChangedRule[] {
  return [...new Set([...before.rules.keys(), ...after.rules.keys()])].flatMap((rule) => {
    const [was, is] = [before.rules.get(rule), after.rules.get(rule)];
    const finding = is ?? was;
    if (finding === undefined || was?.mode === is?.mode) return [];
    return [{ rule, before: was?.mode ?? "none", after: is?.mode ?? "none", finding }];
  });
}
