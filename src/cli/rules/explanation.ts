import { rules } from "../../rules/index.ts";
import { UsageError } from "../shared/errors.ts";
import { packageFile, packageFiles } from "../shared/package.ts";
import { unknownRule } from "./known-rule.ts";
import { pageText } from "./markdown.ts";
import { ruleTable } from "./table.ts";

const directory = "docs/rules";

/** A heading that is an id; its section is the whole documentation of the id. */
const idHeading = /^## ([a-z-]+\/[a-z-]+)$/m;

/**
 * The page or section of an id, or the page or table of a group; throws a usage error for any other
 * text.
 */
export function explanation(id: string, color: boolean): string {
  const markdown = pages().get(id);
  if (markdown !== undefined) return pageText(markdown, color);
  const group = rules.filter((rule) => rule.id.startsWith(`${id}/`));
  if (group.length > 0) return ruleTable(group);
  throw new UsageError(unknownRule(id, explainedIds()));
}

/** Every id that has its own page or section. */
export function explainedIds(): readonly string[] {
  return [...pages().keys()].filter((id) => id.includes("/"));
}

/** Markdown by id: each page by its path, and each section whose heading is an id. */
function pages(): ReadonlyMap<string, string> {
  const paths = packageFiles(directory).filter((path) => path.endsWith(".md") && !path.endsWith("/README.md"));
  return new Map(
    paths.flatMap((path) => {
      const page = packageFile(path);
      const sections = page.split(/^(?=## )/m).flatMap((section) => {
        const id = idHeading.exec(section)?.[1];
        return id === undefined ? [] : [[id, section] as const];
      });
      return [[path.slice(directory.length + 1, -".md".length), page] as const, ...sections];
    }),
  );
}
