import { expect, it } from "vitest";
import { markdown } from "../../../src/check/reports/markdown.ts";
import { describedOrigins } from "../../../src/report/descriptions.ts";
import { context } from "../../harness/report-context.ts";
import { clean, finding, ignoring, mixed } from "./results.ts";

it("lists problems, then denials, then other findings, and skipped objects only on request", () => {
  const modes = (report: string) =>
    [...report.matchAll(/\| (error|deny|warn|audit|ignored|skipped) \|/g)].map(([, mode]) => mode);
  expect(modes(markdown(mixed, context))).toEqual(["error", "deny", "deny", "warn"]);
  expect(modes(markdown(mixed, { ...context, verbose: true }))).toEqual(["error", "deny", "deny", "warn", "skipped"]);
  expect(modes(markdown(ignoring, context))).toEqual(["deny", "ignored", "ignored", "ignored"]);
});

it("names only the file if it could not be read, because a line would have no meaning", () => {
  const problem = { file: "a.yaml", line: 1, column: 1, message: "must be readable", unread: true as const };
  expect(markdown({ ...clean, problems: [problem] }, context)).toContain(
    "| `a.yaml` |  | error |  | `must be readable` |",
  );
});

it("fits in a GitHub job summary", () => {
  const findings = Array.from({ length: 30_000 }, (_, index) => finding({ line: index + 1, column: 1 }));
  const report = markdown({ ...clean, findings: [...findings, finding({ mode: "warn", file: "a" })] }, context);
  expect(Buffer.byteLength(report)).toBeLessThanOrEqual(1024 * 1024);
  expect(report).toMatch(
    /\n\*\*\d+ more lines are left out: a GitHub job summary must not be larger than 1048576 bytes\.\*\*\n$/,
  );
  expect(report).not.toContain("| warn |");
});

it("every description is plain in Markdown, because descriptions are not in code spans", () => {
  for (const { id, description } of describedOrigins()) expect(description, id).toMatch(/^[\w ',.;:()/^-]+$/);
});
