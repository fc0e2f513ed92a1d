import type { CheckResult } from "../../../report/result.ts";
import { pluralize } from "../../../text/pluralize.ts";

/** A run in numbers: objects, but for warnings, audited and ignored, which are findings, and unreadable, which are problems. */
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

/** `3 objects checked in 2 files: 1 denied, 0 warnings, 1 skipped`; what is rare is named only where there is some. */
export function summaryText({ files, checked, denied, warnings, audited, ignored, skipped, unreadable }: Summary): string {
  const parts = [
    `${denied} denied`,
    pluralize(warnings, "warning"),
    ...(audited === 0 ? [] : [`${audited} audited`]),
    ...(ignored === 0 ? [] : [`${ignored} ignored`]),
    `${skipped} skipped`,
    ...(unreadable === 0 ? [] : [`${unreadable} unreadable`]),
  ];
  return `${pluralize(checked, "object")} checked in ${pluralize(files, "file")}: ${parts.join(", ")}`;
}
