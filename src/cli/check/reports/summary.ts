import { ifAny, summaryLine } from "../../../report/text-blocks.ts";
import { pluralize } from "../../../text/pluralize.ts";
import type { CheckResult } from "./result.ts";

/** A run in numbers: warnings, audited, and ignored count findings, unreadable counts problems, the rest objects. */
export interface Summary {
  readonly files: number;
  readonly checked: number;
  readonly denied: number;
  readonly warnings: number;
  readonly audited: number;
  readonly ignored: number;
  readonly skipped: number;
  readonly unreadable: number;
}

/** Counts what the reports of a run publish. */
export function summarize(result: CheckResult): Summary {
  const { files, checked, denied, skipped, findings, ignored, problems } = result;
  return {
    files,
    checked,
    denied,
    warnings: findings.filter(({ mode }) => mode === "warn").length,
    audited: findings.filter(({ mode }) => mode === "audit").length,
    ignored: ignored.length,
    skipped,
    unreadable: problems.length,
  };
}

/** `3 objects checked in 2 files: 1 denied, 0 warnings, 1 skipped`; rare counts appear only above 0. */
export function summaryText({ files, checked, denied, warnings, audited, ignored, skipped, unreadable }: Summary): string {
  return summaryLine(`${pluralize(checked, "object")} checked in ${pluralize(files, "file")}`, [
    `${denied} denied`,
    pluralize(warnings, "warning"),
    ifAny(audited, "audited"),
    ifAny(ignored, "ignored"),
    `${skipped} skipped`,
    ifAny(unreadable, "unreadable"),
  ]);
}
