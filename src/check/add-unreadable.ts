import { placeText } from "../core/text/position.ts";
import type { DocumentProblem } from "../manifest/document.ts";
import type { Input } from "../terminal/inputs.ts";
import { isTemplate } from "./add-checked.ts";
import { addSkipped } from "./add-skipped.ts";
import { identityOf } from "./identity-of.ts";
import { chartRenderingOf } from "./rendered.ts";
import { addProblem, type InputTally } from "./tally.ts";
import { type Unreadable, unreadable } from "./unreadable.ts";

/**
 * Adds a document that cannot be read to the tally. With `strict`, or if `unreadable` returns
 * `problem`, the document becomes a problem. Otherwise, it becomes a skipped object. Returns the
 * result of `unreadable`, which does not depend on `strict`.
 */
export function addUnreadable(input: InputTally, source: Input, problem: DocumentProblem, strict: boolean): Unreadable {
  const effect = unreadable(source);
  if (strict || effect === "problem")
    addProblem(input, effect === "template" ? { ...problem, message: notATemplate(source.file) } : problem);
  else if (effect === "template") skip(input, problem, isTemplate, templateNotice(source.file));
  else skip(input, problem, `${noLease}: ${problem.message}`, skippedNotice(source.file, problem));
  return effect;
}

/** Adds a document to the skipped objects, and a notice about it. */
function skip(input: InputTally, { line, column }: DocumentProblem, reason: string, notice: string): void {
  const start = { line, column };
  addSkipped(input, { file: input.file, start, locate: () => start }, identityOf(undefined), reason);
  input.tally.notices.push(notice);
}

const noLease = "the file contains no Lease";

function rendering(file: string): string {
  return `to check its output, run ${chartRenderingOf(file)}`;
}

function notATemplate(file: string): string {
  return `must not be a template: ${rendering(file)}`;
}

function templateNotice(file: string): string {
  return `${file}: skipped, because it is a template; ${rendering(file)}`;
}

function skippedNotice(file: string, problem: DocumentProblem): string {
  return `${placeText({ file, ...problem })}: skipped, because ${noLease}: ${problem.message}`;
}
