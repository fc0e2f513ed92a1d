import { ruleIdForm } from "../../core/text/rule-id.ts";
import { mustBeARule } from "../../rules/find-rule.ts";
import { rules } from "../../rules/index.ts";
import { UsageError } from "../../terminal/errors.ts";
import { packageFiles, rulePage } from "../../terminal/package.ts";
import { pageText } from "./markdown.ts";
import { ruleTable } from "./table.ts";

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
  throw new UsageError(`${JSON.stringify(id)} ${mustBeARule(id, explainedIds())}`);
}

/** Lists every id that has its own page, or its own section of a page. */
export function explainedIds(): readonly string[] {
  const pages = packageFiles("docs/rules").flatMap((path) => /^docs\/rules\/([^/]+\/[^/]+)\.md$/.exec(path)?.[1] ?? []);
  const headings = rulePage("schema")?.matchAll(new RegExp(`^## (${ruleIdForm})$`, "gm")) ?? [];
  const checks = packageFiles("docs/checks").flatMap((path) => /^docs\/checks\/([a-z-]+)\.md$/.exec(path)?.[1] ?? []);
  return [...pages, ...checks.map((name) => `audit/${name}`), ...[...headings].map(([, id = ""]) => id)];
}
