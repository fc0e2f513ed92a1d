import { isManifestName } from "../../core/text/manifest-name.ts";
import { ruleIdForm } from "../../core/text/rule-id.ts";
import { alignedRows, bold, wrapped } from "../../report/text-blocks.ts";
import { mustBeARule } from "../../rules/find-rule.ts";
import { rules } from "../../rules/index.ts";
import { UsageError } from "../../terminal/errors.ts";
import { packageFiles, rulePage } from "../../terminal/package.ts";
import { checks as setChecks } from "../../workload/checks.ts";
import { checkTable, ruleTable } from "./table.ts";

/** Maximum width of a paragraph in columns. The width of the terminal has no effect. */
const width = 80;

/**
 * Returns the documentation of a rule, or of another origin of findings, as plain text. For a group
 * such as `lease`, returns the page of the group or a table of its rules. Throws a usage error for
 * any other string.
 */
export function explanation(id: string, color: boolean): string {
  const markdown = rulePage(id);
  if (markdown !== undefined) return pageText(markdown, color);
  const group = rules.filter((rule) => rule.id.startsWith(`${id}/`));
  if (group.length > 0) return ruleTable(group);
  const checks = setChecks.filter((check) => check.id.startsWith(`${id}/`));
  if (checks.length > 0) return checkTable(checks);
  if (isManifestName(id))
    throw new UsageError(`${id} is a file: lease-guard policy explain ${id} lists the rules of exported policies`);
  throw new UsageError(`${JSON.stringify(id)} ${mustBeARule(id, explainedIds(), listOfChecks(id))}`);
}

/** Returns what lists the checks of the group in an id, or undefined for a group of rules. */
function listOfChecks(id: string): string | undefined {
  const [group = ""] = id.split("/", 1);
  if (group === "audit" && id !== group) return "docs/audit.md lists them";
  const isGroup = setChecks.some((check) => check.id.startsWith(`${group}/`));
  return isGroup ? `lease-guard explain ${group} lists them` : undefined;
}

/** Lists every id that has its own page, or its own section of a page. */
export function explainedIds(): readonly string[] {
  const pages = packageFiles("docs/rules").flatMap((path) => /^docs\/rules\/([^/]+\/[^/]+)\.md$/.exec(path)?.[1] ?? []);
  const headings = rulePage("schema")?.matchAll(new RegExp(`^## (${ruleIdForm})$`, "gm")) ?? [];
  const checks = packageFiles("docs/checks").flatMap((path) => checkId(path) ?? []);
  return [...pages, ...checks, ...[...headings].map(([, id = ""]) => id)];
}

/** Returns the id of the check of `audit` or of manifests that a page describes. */
function checkId(path: string): string | undefined {
  const [, group = "audit", name] = /^docs\/checks\/(?:([a-z]+)\/)?([a-z-]+)\.md$/.exec(path) ?? [];
  return name === undefined ? undefined : `${group}/${name}`;
}

/** Converts a Markdown page to plain text with wrapped paragraphs and indented code. */
export function pageText(markdown: string, color: boolean): string {
  const parts = markdown.split(/^```\w*\n([\s\S]*?)^```$/m);
  const blocks = parts.flatMap((part, index) =>
    index % 2 === 1 ? [indented(part)] : part.split(/\n{2,}/).map((block) => blockText(block.trim(), color)),
  );
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function indented(code: string): string {
  return code.trimEnd().replaceAll(/^(?=.)/gm, "    ");
}

function blockText(block: string, color: boolean): string {
  const heading = /^#+ (.*)$/.exec(block)?.[1];
  if (heading !== undefined) return bold(plain(heading), { color });
  if (block.startsWith("|")) return tableText(block);
  return /^(-|\d+\.) /.test(block)
    ? plain(block)
    : wrapped(plain(block).replaceAll(/\s+/g, " "), width, "", "keep").join("\n");
}

/**
 * Formats a Markdown table with aligned columns. Leaves out the row of hyphens below the headings.
 */
function tableText(block: string): string {
  const lines = block.split("\n").filter((line) => !/^[|\s-]+$/.test(line));
  const rows = lines.map((line) => line.split(/(?<!\\)\|/).slice(1, -1));
  return alignedRows(rows.map((cells) => cells.map((cell) => plain(cell.trim().replaceAll("\\|", "|"))))).join("\n");
}

/** Removes the Markdown characters of code, links, and bold text, and keeps the words. */
function plain(text: string): string {
  return text.replaceAll(
    /`([^`]+)`|\[([^\]]+)\]\([^)]*\)|\*\*([^*]+)\*\*/g,
    (_, code?: string, link?: string, strong?: string) => code ?? plain(link ?? strong ?? ""),
  );
}
