import { fieldMessage } from "../../core/field/error.ts";
import { code, commentLimit, markdownPage, markdownTable } from "../../report/markdown.ts";
import type { Report } from "../../report/report.ts";
import type { Simulation } from "../simulation.ts";
import { exampleTitle, type Section, sectionsOf } from "./sections.ts";

export const simulationMarkdown: Report<Simulation> = (simulation) => {
  const [first, ...others] = sectionsOf(simulation);
  const [counts = "", ...lines] = first !== undefined && "lines" in first ? first.lines : [];
  const sections: readonly Section[] = lines.length > 0 ? [{ lines }, ...others] : others;
  return markdownPage(
    [`## lease-guard: ${counts}`, ...sections.flatMap((section) => linesOf(section, simulation.file))],
    commentLimit,
  );
};

function linesOf(section: Section, file: string): readonly string[] {
  if ("lines" in section) return ["", ...section.lines.map((line) => `- ${code(line)}`)];
  if ("groups" in section) {
    const rows = section.groups.flatMap(({ title, examples }) =>
      examples.map((example) =>
        [title, `${file}:${example.line}`, exampleTitle(example), fieldMessage(example)].map(code),
      ),
    );
    return markdownTable(["Rule", "Place", "Write", "Message"], rows);
  }
  const { title, headings, rows, more } = section;
  const table = markdownTable(
    headings,
    rows.map((row) => row.map(cell)),
  );
  return [...(title === undefined ? [] : ["", code(title)]), ...table, ...(more === undefined ? [] : ["", more])];
}

function cell(text: string): string {
  return /^\d+$/.test(text) ? text : code(text);
}
