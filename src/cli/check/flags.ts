import type { ChangeOperation } from "../../rules/rule.ts";
import type { KubernetesRelease } from "../../validate/kubernetes-release.ts";
import type { ReportFormat } from "./reports/reports.ts";

/** Where one report goes: standard output without a file. */
export interface Output {
  readonly format: ReportFormat;
  readonly file?: string;
}

/** What the command line says of a check. */
export interface CheckFlags {
  readonly namespace: string;
  readonly output?: readonly Output[];
  readonly failOn: "deny" | "warn";
  readonly strict?: true;
  readonly old?: readonly string[];
  readonly operation?: ChangeOperation;
  readonly user?: string;
  readonly group?: readonly string[];
  readonly now?: Date;
  readonly policy?: string;
  readonly kubernetesVersion?: KubernetesRelease;
}
