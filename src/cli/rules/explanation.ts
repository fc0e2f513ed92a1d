import { rules } from "../../rules/index.ts";
import { UsageError } from "../shared/errors.ts";
import { packageFile, packageFiles } from "../shared/package.ts";
import { unknownRule } from "./known-rule.ts";
import { pageText } from "./markdown.ts";
import { ruleTable } from "./table.ts";

const folder = "docs/rules";

/** A heading that is an id: such a section is all there is to say of it. */
const idHeading = /^## ([a-z-]+\/[a-z-]+)$/m;

/** The page of a rule, the section of what is no rule, the table of a group or the page of one; throws what the user must mend. */
export function explanation(id: string, color: boolean): string {
  const markdown = pages().get(id);
  if (markdown !== undefined) return pageText(markdown, color);
  const group = rules.filter((rule) => rule.id.startsWith(`${id}/`));
  if (group.length > 0) return ruleTable(group);
  throw new UsageError(unknownRule(id, explainedIds()));
}

/** Every id that has an explanation of its own. */
export function explainedIds(): readonly string[] {
  return [...pages().keys()].filter((id) => id.includes("/"));
}

/** Markdown by what it explains: a page under its own path, and each section of a page of many. */
function pages(): ReadonlyMap<string, string> {
  const paths = packageFiles(folder).filter((path) => path.endsWith(".md") && !path.endsWith("/README.md"));
  return new Map(
    paths.flatMap((path) => {
      const page = packageFile(path);
      const sections = page.split(/^(?=## )/m).flatMap((section) => {
        const id = idHeading.exec(section)?.[1];
        return id === undefined ? [] : [[id, section] as const];
      });
      return [[path.slice(folder.length + 1, -".md".length), page] as const, ...sections];
    }),
  );
}
