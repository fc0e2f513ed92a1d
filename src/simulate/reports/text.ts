import { fieldMessage } from "../../core/field/error.ts";
import type { Report } from "../../report/report.ts";
import { sanitize } from "../../report/sanitize.ts";
import { alignedRows } from "../../report/text-blocks.ts";
import type { Simulation } from "../simulation.ts";
import { exampleTitle, type Section, sectionsOf } from "./sections.ts";

export const simulationText: Report<Simulation> = (simulation) =>
  sectionsOf(simulation)
    .map((section) =>
      linesOf(section, simulation.file)
        .map((line) => `${sanitize(line)}\n`)
        .join(""),
    )
    .join("\n");

function linesOf(section: Section, file: string): readonly string[] {
  if ("lines" in section) return section.lines;
  if ("groups" in section)
    return section.groups.flatMap(({ title, examples }) => [
      title,
      ...examples.map((example) => `  ${file}:${example.line}: ${exampleTitle(example)}: ${fieldMessage(example)}`),
    ]);
  const { title, headings, rows, more } = section;
  const table = alignedRows([headings.map((heading) => heading.toUpperCase()), ...rows]);
  return [...(title === undefined ? [] : [title]), ...table, ...(more === undefined ? [] : [more])];
}
