import type { DocumentProblem } from "../../manifest/document.ts";
import { manifestObjects } from "../../manifest/objects.ts";
import { placeText } from "../../text/position.ts";
import type { Input } from "../shared/inputs.ts";
import { addProblem, type InputTally } from "./tally.ts";

/**
 * Matches each text that can contain a Lease or a LeaseCandidate: the API group, or the kind without
 * an API version.
 */
const ours = /coordination\.k8s\.io|kind["']?\s*:\s*["']?lease/i;

/** The effect of a document that cannot be read. */
export type Unreadable = "problem" | "template" | "skipped";

/**
 * Returns the effect of a document that cannot be read. A file with `{{` is a template, for example
 * of Helm or Ansible. A file in a directory is skipped if it cannot contain a Lease, because
 * directories also contain files for other programs. Neither applies with `--strict`.
 */
export function unreadable({ file, text, found }: Input, strict: boolean): Unreadable {
  if (file !== "-" && text.includes("{{")) return "template";
  return strict || !found || ours.test(text) ? "problem" : "skipped";
}

/**
 * Adds a document that cannot be read to the tally. Returns true if the file is a template, because
 * a template is reported once.
 */
export function addUnreadable(input: InputTally, source: Input, problem: DocumentProblem, strict: boolean): boolean {
  const effect = unreadable(source, strict);
  const isTemplate = effect === "template";
  if (effect === "problem") addProblem(input, problem);
  else if (isTemplate && strict) addProblem(input, { ...problem, message: `must not be a template: ${rendering}` });
  else {
    input.tally.skipped++;
    const { file } = source;
    const place = placeText({ file, ...problem });
    input.tally.notices.push(
      isTemplate
        ? `${file}: skipped, because it is a template; ${rendering}`
        : `${place}: skipped, because the file contains no Lease: ${problem.message}`,
    );
  }
  return isTemplate;
}

const rendering = "to check its output, run helm template … | lease-guard check -";

/**
 * Reports whether a document that is not an object is a problem. In a directory, such a document is
 * usually for another program. It is a problem if the user names the file, or if it is a list that
 * contains a Lease.
 */
export function mustBeObject({ found }: Input, value: unknown, strict: boolean): boolean {
  return strict || !found || (Array.isArray(value) && value.some((item) => manifestObjects(item).objects.length > 0));
}
