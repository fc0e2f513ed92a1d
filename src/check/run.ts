import { existsSync } from "node:fs";
import { chosenConfig } from "../config/find-config.ts";
import { inNamespace, manifestObjects } from "../core/api/listed-objects.ts";
import { defaultNamespace } from "../core/api/meta.ts";
import { pluralize } from "../core/text/join-words.ts";
import { type OldObjects, toOldObjects } from "../engine/validate/old-objects.ts";
import { toContext } from "../engine/validate/submission.ts";
import { createValidate } from "../engine/validate/validate.ts";
import type { ViewedObject } from "../engine/validate/view.ts";
import { readDocuments } from "../manifest/read-documents.ts";
import { modeFails, severityOfMode } from "../policy/policy.ts";
import { objectTitle } from "../report/object-title.ts";
import type { Problem } from "../report/report.ts";
import { sourcePlaces } from "../report/source-excerpt.ts";
import { rules } from "../rules/index.ts";
import { chosenPolicy } from "../terminal/chosen-policy.ts";
import { printProblem } from "../terminal/document-problems.ts";
import { UsageError } from "../terminal/errors.ts";
import { exclusion, ignoreFile } from "../terminal/exclude.ts";
import { type IsExcluded, skipSilently, skipWithWarning, unreadProblem } from "../terminal/find-files.ts";
import { readInputs } from "../terminal/inputs.ts";
import { printMessage } from "../terminal/output.ts";
import { type Progress, startProgress } from "../terminal/progress.ts";
import { writeReports } from "../terminal/write-reports.ts";
import { checkInput, unreadable } from "./check-input.ts";
import { checkObjectSet } from "./check-object-set.ts";
import { compareObjects } from "./compare-objects.ts";
import type { CheckFlags } from "./flags.ts";
import { notRendered } from "./rendered.ts";
import { notRenderedLines } from "./reports/not-rendered.ts";
import { reports } from "./reports/reports.ts";
import { anyCheckedObject, type CheckedObject, emptyText } from "./reports/result.ts";
import { type CheckSettings, strictness, workloadSettings } from "./settings.ts";
import { identityOf } from "./submission-of.ts";
import { type CheckTally, emptyTally, nothingToCompare } from "./tally.ts";
import { type CheckArguments, withConfig } from "./with-config.ts";

const consequence = "so no write was validated as an update";

/** Maximum number of checked objects that `check` compares with all old objects. */
const maxCompared = 100;

/** Checks the files and returns the exit code. */
export async function runCheck(given: CheckArguments): Promise<number> {
  const complete = await withConfig(given);
  const { output, watch } = complete.flags;
  if (watch !== true) return checkOnce(complete);
  const { watchRuns } = await import("../terminal/watch.ts");
  const watched = new Set(readPaths(complete));
  let first: CheckArguments | undefined = complete;
  return watchRuns(watched, output, async () => {
    const current = first ?? (await withConfig(given));
    first = undefined;
    for (const path of readPaths(current)) watched.add(path);
    return checkOnce(current);
  });
}

/** Returns all paths that a run reads, including the settings files that exist. */
function readPaths({ paths, flags }: CheckArguments): readonly string[] {
  const { old = [], policy } = flags;
  const settings = [chosenConfig(flags.config), ignoreFile].filter(
    (file) => file !== undefined && existsSync(file),
  ) as readonly string[];
  return [...paths, ...old, ...(policy === undefined ? [] : [policy]), ...settings];
}

/**
 * The code is 2 if there is a problem, such as an unreadable input, 1 if a finding reaches
 * `--fail-on`, and 0 otherwise.
 */
async function checkOnce({ paths, flags }: CheckArguments): Promise<number> {
  const tally = emptyTally();
  const isExcluded = await exclusion(flags.exclude, flags.configuredExclude);
  let settings = await settingsOf(flags, tally, isExcluded);
  const progress = startProgress(flags.quiet);
  const skipLink = (file: string): void => {
    progress.clear();
    if (!flags.quiet) skipWithWarning(file);
  };
  const printNew = messages(tally, flags, progress);
  for await (const input of readInputs(paths, undefined, isExcluded, skipLink)) {
    settings = atTimeOfReading(settings, flags);
    if (!input.ok) {
      tally.files++;
      tally.problems.push(input.error);
    } else await checkInput(input.value, settings, tally, () => progress.show(() => progressText(tally)));
    if (flags.each) {
      await compareAll(tally, settings);
    }
    printNew();
    if (tally.isCut) break;
  }
  await compareAll(tally, settings);
  addUnchecked(tally, { paths, flags });
  printNew();
  progress.clear();
  if (flags.old !== undefined && tally.paired === 0 && tally.problems.length === 0 && !flags.quiet)
    printMessage(`warning: ${unpairedMessage(settings.oldObjects, tally.objects)}`);
  const failingFrom = severityOfMode[flags.failOn ?? "deny"];
  await writeReports(reports, flags.output, tally, { ...flags, failingFrom });
  if (tally.problems.length > 0) return 2;
  return tally.findings.some(({ mode }) => modeFails(mode, failingFrom)) ? 1 : 0;
}

/** Checks together all objects that `check` has read since the last call. */
async function compareAll(tally: CheckTally, settings: CheckSettings): Promise<void> {
  compareObjects(tally.toCompare, settings, tally);
  tally.toCompare = nothingToCompare();
  await checkObjectSet(tally, settings.workloads);
}

/**
 * Returns the settings with the time of `--now`, or with the current time. The start of the run
 * would be too early, because a listing can arrive on standard input minutes later, and contains
 * times from this period.
 */
function atTimeOfReading(settings: CheckSettings, { now = new Date() }: CheckFlags): CheckSettings {
  return { ...settings, context: { ...settings.context, now } };
}

async function settingsOf(flags: CheckFlags, tally: CheckTally, isExcluded: IsExcluded): Promise<CheckSettings> {
  const { old = [], namespace = defaultNamespace, operation, now = new Date(), user = null, group = null } = flags;
  const { userExtra = null, kubernetesVersion: chosen } = flags;
  if (chosen?.warning !== undefined && !flags.quiet) printMessage(`warning: ${chosen.warning}`);
  if (operation === "UPDATE" && old.length === 0)
    throw new UsageError("--operation UPDATE requires --old with the objects as they were before the update");
  const { oldObjects, problems } = await readOldObjects(
    readInputs(old, undefined, isExcluded, flags.quiet ? skipSilently : skipWithWarning),
    flags,
  );
  tally.problems.push(...problems);
  const policy = await chosenPolicy(flags.policy);
  return {
    validate: createValidate(rules, policy),
    compare: createValidate(
      rules.filter(({ isRelation }) => isRelation),
      policy,
    ),
    context: toContext({ userInfo: { username: user, groups: group, extra: userExtra } }, now),
    namespace,
    oldObjects,
    workloads: workloadSettings(flags),
    ...strictness(flags),
    ...(flags.now !== undefined && { now: flags.now }),
    ...(operation !== undefined && { operation }),
    ...(chosen !== undefined && { kubernetesVersion: chosen.version }),
  };
}

/** Returns a function that prints the notices and the problems that are new since its last call. */
function messages({ problems, notices }: CheckTally, { quiet }: CheckFlags, progress: Progress): () => void {
  const printed = { problems: 0, notices: 0 };
  return () => {
    const newNotices = quiet ? [] : notices.slice(printed.notices);
    const newProblems = problems.slice(printed.problems);
    printed.problems = problems.length;
    printed.notices = notices.length;
    if (newNotices.length + newProblems.length > 0) progress.clear();
    newNotices.forEach(printMessage);
    newProblems.forEach(printProblem);
  };
}

/** Returns a line such as `checking: 2 objects in 1 file`. */
export function progressText({ files, checked }: Pick<CheckTally, "files" | "checked">): string {
  return `checking: ${pluralize(checked, "object")} in ${pluralize(files, "file")}`;
}

/**
 * Adds to the tally what a run did not check: the directories that other programs must render, and
 * a notice for a run that checked no object. With `--fail-on-empty`, such a run has a problem.
 */
function addUnchecked(tally: CheckTally, { paths, flags }: CheckArguments): void {
  tally.notRendered = notRendered(tally.sources, tally.objects);
  const empty = emptyText(tally);
  if (empty !== undefined && flags.failOnEmpty) tally.problems.push(mustNotBeEmpty(paths));
  else if (empty !== undefined) tally.notices.push(`warning: ${empty}`);
  tally.notices.push(...notRenderedLines(tally));
}

function mustNotBeEmpty([path = "", ...others]: readonly string[]): ReturnType<typeof unreadProblem> {
  const alternative = others.length === 0 ? "" : `, or ${pluralize(others.length, "other path")} must`;
  return unreadProblem(path, `must contain ${anyCheckedObject}${alternative}`);
}

/** Returns the message for a run in which no object of `--old` pairs with a checked object. */
function unpairedMessage(oldObjects: OldObjects, checked: readonly CheckedObject[]): string {
  if (oldObjects.size === 0) return `--old: contains no Lease or LeaseCandidate, ${consequence}`;
  const message = `--old: contains no object with the kind, namespace, and name of a checked object, ${consequence}`;
  for (const { object } of checked.slice(0, maxCompared)) {
    for (const { object: old } of oldObjects.values()) {
      const before = identityOf(old);
      if (before.kind === object.kind && before.name === object.name)
        return `${message}; ${objectTitle(before)} in --old and ${objectTitle(object)} differ in their namespaces`;
    }
  }
  return message;
}

/**
 * Reads the files of `--old`. An object without a namespace gets `namespace`. The problems are the
 * unreadable inputs and documents. Without `strict`, an unreadable document is a problem only if
 * `unreadable` returns `problem`.
 */
async function readOldObjects(
  inputs: ReturnType<typeof readInputs>,
  {
    namespace = defaultNamespace,
    strict,
    kubernetesVersion,
  }: Pick<CheckFlags, "namespace" | "strict" | "kubernetesVersion">,
): Promise<{ readonly oldObjects: OldObjects; readonly problems: readonly Problem[] }> {
  const objects: ViewedObject[] = [];
  const problems: Problem[] = [];
  for await (const input of inputs) {
    if (!input.ok) problems.push(input.error);
    else {
      const placeAt = sourcePlaces(input.value.file, input.value.text);
      for await (const read of readDocuments(input.value.text, kubernetesVersion?.version)) {
        if (read.ok) for (const object of objectsIn(read.value.value, namespace)) objects.push(object);
        else if (strict || unreadable(input.value) === "problem") problems.push(placeAt(read.error));
      }
    }
  }
  return { oldObjects: toOldObjects(objects), problems };
}

function objectsIn(value: unknown, namespace: string): readonly ViewedObject[] {
  return manifestObjects(value).objects.map(({ served, object }) => ({
    served,
    object: inNamespace(object, namespace),
  }));
}
