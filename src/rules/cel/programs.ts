import { commonWords } from "../shared/program-names.ts";
import { withoutParts } from "./pods.ts";
import { celStrings } from "./text.ts";

/** Returns a CEL expression for the words of a workload's name that can identify its program. */
export function identifyingWords(name: string): string {
  return `${name}.split('-').filter(word, !(word in ${celStrings([...commonWords])}))`;
}

/** Returns a condition under which two names can belong to the same program. */
export function canBeSameProgram(name: string, other: string): string {
  return `(${containsPartOf(name, other)} || ${containsPartOf(other, name)})`;
}

function containsPartOf(name: string, other: string): string {
  const text = `${name}.replace('-', '')`;
  return `${text}.contains(${other}.replace('-', '')) || ${identifyingWords(other)}.exists(word, ${text}.contains(word))`;
}

/**
 * Returns a CEL expression for the name of a pod's Deployment. `name` must have the form of a
 * Deployment's pod.
 */
export function deploymentOf(name: string): string {
  return withoutParts(name, 2);
}
