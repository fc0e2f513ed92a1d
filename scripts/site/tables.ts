import type { MarkdownRenderer } from "vitepress";

export type Token = ReturnType<MarkdownRenderer["parse"]>[number];

/**
 * Adds the heading of its column to each cell, because a narrow screen shows each row as a list.
 * Returns the headings of the tables, in their order.
 */
export function labelCells(tokens: readonly Token[]): readonly (readonly string[])[] {
  const tables: string[][] = [];
  let column = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === "table_open") tables.push([]);
    if (token.type === "tr_open") column = 0;
    if (token.type === "th_open") tables.at(-1)?.push(plainText(tokens[index + 1]));
    if (token.type === "td_open") token.attrSet("data-label", tables.at(-1)?.[column++] ?? "");
  }
  return tables;
}

/** Returns the words of a filter for a column of the list of rules, and the label of the filter. */
type Choice = readonly [column: string, label: string, words: readonly string[]];

const choices: readonly Choice[] = [
  ["Tier", "Tier", ["api", "protocol", "policy"]],
  ["Kinds", "Kind", ["Lease", "LeaseCandidate"]],
  ["Default mode", "Default mode", ["deny", "warn", "audit", "off"]],
  ["In profile strict", "Mode in strict", ["deny", "warn", "audit", "off"]],
  ["Acts in", "Acts in", ["kube-apiserver", "webhook", "policies", "audit"]],
];

/**
 * Returns the filters of the list of rules. `docs/.vitepress/theme/rule-filter.ts` hides the rows
 * whose cells do not contain the chosen words.
 */
export function ruleFilter(): string {
  const fields = choices.map(
    ([column, label, words]) =>
      `<label>${label} <select data-column="${column}"><option value="">all</option>${words.map((word) => `<option>${word}</option>`).join("")}</select></label>`,
  );
  return `<form class="rule-filter" v-pre>${fields.join("")}<output aria-live="polite"></output></form>\n`;
}

function plainText(token: Token | undefined): string {
  return (token?.children ?? []).map(({ content }) => content).join("");
}
