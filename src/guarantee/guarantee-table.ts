import { namespacedName } from "../core/field/object-reference.ts";
import { joinWords, pluralize } from "../core/text/join-words.ts";
import { groupBy } from "../report/group-by.ts";
import type { Guarantee } from "./guarantee.ts";
import { type Answer, assumptions, type HypothesisId, hypotheses } from "./hypotheses.ts";

/** The guarantee for the election of a Lease. */
export interface NamedGuarantee {
  readonly namespace: string;
  readonly name: string;
  readonly guarantee: Guarantee;
}

/** The hypotheses for each election, and a line for each reason why one does not hold. */
export interface GuaranteeTable {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly reasons: readonly string[];
}

const words: Readonly<Record<Answer["status"], string>> = { holds: "yes", fails: "no", "not known": "?" };

export function guaranteeTable(guarantees: readonly NamedGuarantee[]): GuaranteeTable {
  return {
    headings: ["NAMESPACE", "NAME", "GUARANTEED", ...hypotheses.map(({ heading }) => heading)],
    rows: guarantees.map(({ namespace, name, guarantee }) => [
      namespace,
      name,
      words[statusOf(guarantee)],
      ...guarantee.answers.map(({ status }) => words[status]),
    ]),
    reasons: [
      ...hypotheses.flatMap(({ id, heading }) => reasonsOf(guarantees, id, heading)),
      guaranteedText(guarantees),
    ],
  };
}

/** Returns whether two correct clients certainly never lead at the same time. */
function statusOf({ isGuaranteed, answers }: Guarantee): Answer["status"] {
  if (isGuaranteed) return "holds";
  return answers.some(({ status }) => status === "fails") ? "fails" : "not known";
}

/** The maximum number of elections that a line names. */
const maxNamed = 3;

/** Returns a line for each reason why a hypothesis fails or is not known. */
function reasonsOf(guarantees: readonly NamedGuarantee[], id: HypothesisId, heading: string): readonly string[] {
  const open = guarantees.flatMap(({ namespace, name, guarantee }) =>
    guarantee.answers.flatMap((answer) =>
      answer.id === id && answer.status !== "holds" ? [{ namespace, name, ...answer }] : [],
    ),
  );
  return [...groupBy(open, ({ status, reason }) => `${heading} ${words[status]}: ${reason}`)].map(([text, of]) => {
    const names = of.map(namespacedName);
    return `${text} (${names.length > maxNamed ? pluralize(names.length, "election") : joinWords(names)})`;
  });
}

/**
 * Returns a line such as `at most one correct leader: guaranteed for 1 of 3 elections, assuming …`.
 * A guarantee for no election assumes nothing.
 */
export function guaranteedText(guarantees: readonly NamedGuarantee[]): string {
  const held = guarantees.filter(({ guarantee }) => guarantee.isGuaranteed).length;
  const text = `at most one correct leader: guaranteed for ${held} of ${pluralize(guarantees.length, "election")}`;
  return held === 0 ? text : `${text}, assuming that ${joinWords(assumptions)}`;
}
