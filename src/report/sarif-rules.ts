import { type FindingMode, severityOfMode } from "../policy/policy.ts";
import { type Described, pageAddress } from "./descriptions.ts";
import type { ReportContext } from "./report.ts";
import { levelOfSeverity, type SarifDescriptions, type SarifLevel, sarifDescriptions } from "./sarif-log.ts";

/** The fields of SARIF's `reportingDescriptor` that the report uses. */
export interface RuleDescriptor extends SarifDescriptions {
  readonly id: string;
  readonly helpUri?: string;
  readonly help: { readonly text: string; readonly markdown?: string };
  readonly defaultConfiguration: { readonly enabled?: false; readonly level: SarifLevel };
}

export function levelOf(mode: FindingMode): SarifLevel {
  return levelOfSeverity[severityOfMode[mode]];
}

/** Returns a descriptor for each origin of findings, with the page of each origin in `found`. */
export function ruleDescriptors(
  origins: readonly Described[],
  found: ReadonlySet<string>,
  rulePage: ReportContext["rulePage"],
): readonly RuleDescriptor[] {
  return origins.map((described) =>
    ruleDescriptor(described, found.has(described.id) ? rulePage(described.id) : undefined),
  );
}

export function ruleDescriptor({ id, description, mode }: Described, page: string | undefined): RuleDescriptor {
  const helpUri = pageAddress(id);
  return {
    id,
    ...sarifDescriptions(description),
    ...(helpUri !== undefined && { helpUri }),
    help: {
      text: `${description}. For details, run: lease-guard explain ${id}`,
      ...(page === undefined ? {} : { markdown: standalone(page) }),
    },
    defaultConfiguration: mode === "off" ? { enabled: false, level: "warning" } : { level: levelOf(mode) },
  };
}

/** Returns a page with the text of each relative link instead of the link. */
function standalone(page: string): string {
  return page.replace(/\[([^\]]+)\]\((?![a-z]+:)[^)\s]*\)/g, "$1");
}
