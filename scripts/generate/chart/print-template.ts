import { isDeepStrictEqual } from "node:util";
import { stringify } from "yaml";
import type { Member, Scalar, TemplateList, TemplateMap, TemplateNode } from "./template-node.ts";

/** The text that Go templates print for an absent value. */
const noValue = "<no value>";

/** Returns the text of a template. `indent` is the number of spaces before each line. */
export function printTemplate(node: TemplateNode, indent = 0): string {
  switch (node.kind) {
    case "scalar":
      return `${pad(indent)}${scalarText(node.value, indent)}\n`;
    case "expression":
      return `${pad(indent)}{{ ${node.text} }}\n`;
    case "yaml":
    case "yaml-text":
      return `${pad(indent)}{{- toYaml ${node.text} | nindent ${indent} }}\n`;
    case "map":
    case "list":
      return printMembers(node, indent);
  }
}

/**
 * Returns a Helm condition that is true if all given conditions are true. The list must not be
 * empty.
 */
export function allOf(conditions: readonly string[]): string {
  return conditions.length === 1 ? (conditions[0] ?? "") : `and ${conditions.map((each) => `(${each})`).join(" ")}`;
}

/** Prints adjacent members with the same conditions inside one `if`. */
function printMembers(parent: TemplateMap | TemplateList, indent: number): string {
  return parent.members
    .map((member, index) => {
      const text = parent.kind === "list" ? printItem(member, indent) : printField(member, indent);
      const opens = member.when.length > 0 && !isDeepStrictEqual(member.when, parent.members[index - 1]?.when);
      const closes = member.when.length > 0 && !isDeepStrictEqual(member.when, parent.members[index + 1]?.when);
      const before = opens ? `${pad(indent)}{{- if ${allOf(member.when)} }}\n` : "";
      return `${before}${text}${closes ? `${pad(indent)}{{- end }}\n` : ""}`;
    })
    .join("");
}

function printField({ key, node }: Member, indent: number): string {
  if (key === undefined) return printTemplate(node, indent);
  const name = `${pad(indent)}${scalarText(key, indent)}:`;
  if (node.kind === "scalar") return `${name} ${scalarText(node.value, indent + 2)}\n`;
  if (node.kind === "expression") return `${name} {{ ${node.text} }}\n`;
  if (node.kind === "yaml-text") return `${name} |\n${printTemplate(node, indent + 2)}`;
  return isEmpty(node) ? `${name} ${emptyText(node)}\n` : `${name}\n${printTemplate(node, indent + 2)}`;
}

function printItem({ node }: Member, indent: number): string {
  if (node.kind === "yaml") return printTemplate(node, indent);
  if (isEmpty(node)) return `${pad(indent)}- ${emptyText(node)}\n`;
  if ((node.kind === "map" || node.kind === "list") && node.members[0]?.when.length !== 0) {
    throw new Error("the first field of an item must have no condition");
  }
  return `${pad(indent)}- ${printTemplate(node, indent + 2).slice(indent + 2)}`;
}

function isEmpty(node: TemplateNode): boolean {
  return (node.kind === "map" || node.kind === "list") && node.members.length === 0;
}

function emptyText({ kind }: TemplateNode): string {
  return kind === "map" ? "{}" : "[]";
}

/** Returns a scalar in YAML 1.1, which Helm reads. Escapes `{{`, because Helm would evaluate it. */
function scalarText(value: Scalar, indent: number): string {
  const text = typeof value === "string" && value.includes("\n") ? blockText(value, indent) : plainText(value);
  return text.replaceAll("{{", '{{ "{{" }}');
}

function plainText(value: Scalar): string {
  // Helm removes this text from its output. Quotes and an escape prevent the removal.
  if (typeof value === "string" && value.includes(noValue)) return JSON.stringify(value).replaceAll("<", "\\u003c");
  return stringify(value, { version: "1.1", lineWidth: 0 }).trimEnd();
}

/** Returns a literal block. Throws if a literal block cannot contain the string unchanged. */
function blockText(value: string, indent: number): string {
  if (/^\s|\n\n$|[\t\r]/.test(value) || value.includes(noValue))
    throw new Error("a text of a manifest must not begin with a space or contain tabs");
  const lines = value.replace(/\n$/, "").split("\n");
  return [value.endsWith("\n") ? "|" : "|-", ...lines.map((line) => (line === "" ? "" : `${pad(indent)}${line}`))].join(
    "\n",
  );
}

function pad(indent: number): string {
  return " ".repeat(indent);
}
