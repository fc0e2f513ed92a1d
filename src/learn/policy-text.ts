import { Document, isMap, isScalar, isSeq, type Node, visit, type YAMLMap, type YAMLSeq } from "yaml";
import { yamlColumns } from "../core/text/yaml-boolean.ts";
import { sanitize } from "../report/sanitize.ts";
import { policyDocument } from "./build-policy.ts";
import { markedComment, memoryLines, memoryTitle, writerHash } from "./entry-mark.ts";
import type { LearnedEntry, LearnedPolicy, LearnedRule } from "./learned-entry.ts";
import { policyYamlOptions } from "./parse-earlier-policy.ts";

const notesTitle = "Not learned:";

export function policyText(policy: LearnedPolicy): string {
  return documentText(policyYaml(policy));
}

export function documentText(document: Document): string {
  return `${document.toString({ lineWidth: yamlColumns, flowCollectionPadding: true }).trimEnd()}\n`;
}

export function policyYaml({ header, notes, ...policy }: LearnedPolicy): Document {
  const document = new Document(policyDocument(policy), { ...policyYamlOptions, aliasDuplicateObjects: false });
  document.commentBefore = commentOf(header);
  for (const rule of policy.rules) annotateRule(document, rule);
  for (const [index, entry] of policy.exemptions.entries())
    annotate(document.getIn(["exemptions", index], true) as Node, entry);
  for (const [index, entry] of (policy.fences ?? []).entries())
    annotate(document.getIn(["fences", index], true) as Node, entry);
  document.comment = endComment(
    notes,
    policy.exemptions.map(({ value }) => writerHash(value)),
  );
  visit(document, { Map: (_, map) => flowLists(map) });
  return document;
}

/** Returns the comment at the end of a policy, or null if there are no notes and no exemptions. */
export function endComment(notes: readonly string[], exemptions: readonly string[]): string | null {
  const lines = [...(notes.length > 0 ? [notesTitle, ...notes] : []), ...memoryLines(exemptions)];
  return lines.length === 0 ? null : commentOf(lines);
}

/** Returns the comment at the end of a policy without the lines of an earlier run. */
export function withoutEndComment(comment: string | null | undefined): string {
  const [own = ""] = (comment ?? "").split(new RegExp(`^ (?:${notesTitle}|${memoryTitle}, )`, "m"));
  return own.trimEnd();
}

function commentOf(lines: readonly string[]): string {
  return lines.map((line) => (line === "" ? "" : ` ${sanitize(line)}`)).join("\n");
}

function annotateRule(document: Document, { id, setting, scopes }: LearnedRule): void {
  const rule = document.getIn(["rules", id], true) as YAMLMap;
  if (setting !== undefined && scopes.length === 0 && setting.value.parameters === undefined) rule.flow = true;
  if (setting !== undefined) {
    const comment = markedComment(setting.value, sanitize(setting.comment));
    if (rule.flow === true) rule.comment = comment;
    else rule.commentBefore = comment;
  }
  for (const [index, scope] of scopes.entries())
    annotate((rule.get("scopes", true) as unknown as YAMLSeq<Node>).items[index], scope);
}

function annotate(node: Node | undefined, { value, comment }: LearnedEntry<object>): void {
  if (node !== undefined) node.commentBefore = markedComment(value, sanitize(comment));
}

/** The length of a value's JSON above which the value gets several lines. */
const maxFlow = yamlColumns - 20;

/**
 * Writes short values of `match`, `parameters`, and `administrators`, and short lists of scalars,
 * on one line.
 */
function flowLists(map: YAMLMap): void {
  for (const { key, value } of map.items) {
    const isShort = JSON.stringify(value).length <= maxFlow;
    const isNamed = isScalar(key) && ["match", "parameters", "administrators"].includes(String(key.value));
    const isList = isSeq(value) && value.items.every(isScalar);
    if (isShort && ((isNamed && isMap(value)) || isList)) (value as YAMLMap | YAMLSeq).flow = true;
  }
}
