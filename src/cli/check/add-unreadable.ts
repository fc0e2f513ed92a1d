import type { DocumentProblem } from "../../manifest/document.ts";
import { placeText } from "../../text/position.ts";
import type { Input } from "../shared/inputs.ts";
import { addProblem, type InputTally } from "./tally.ts";
import { type Unreadable, unreadable } from "./unreadable.ts";

/**
 * Adds a document that cannot be read to the tally, and returns its effect. With `strict`, each
 * document is a problem.
 */
export function addUnreadable(input: InputTally, source: Input, problem: DocumentProblem, strict: boolean): Unreadable {
  const effect = unreadable(source);
  if (strict || effect === "problem") addProblem(input, effect === "template" ? { ...problem, message: notATemplate } : problem);
  else {
    input.tally.skipped++;
    input.tally.notices.push(effect === "template" ? templateNotice(source.file) : skippedNotice(source.file, problem));
  }
  return effect;
}

const rendering = "to check its output, run helm template … | lease-guard check -";

const notATemplate = `must not be a template: ${rendering}`;

function templateNotice(file: string): string {
  return `${file}: skipped, because it is a template; ${rendering}`;
}

function skippedNotice(file: string, problem: DocumentProblem): string {
  return `${placeText({ file, ...problem })}: skipped, because the file contains no Lease: ${problem.message}`;
}
