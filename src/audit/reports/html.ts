import { severities } from "../../core/field/severity.ts";
import { groupBy } from "../../report/group-by.ts";
import type { Report } from "../../report/report.ts";
import type { AuditedObject, AuditResult } from "../result.ts";
import { htmlPage } from "./html/html-page.ts";
import { type Markup, markup } from "./html/markup.ts";
import { type NamespaceGroup, namespaceSection } from "./html/namespace-section.ts";
import {
  checksSection,
  leftOutSection,
  namespacesSection,
  notesSection,
  pageHeader,
  unreadSection,
} from "./html/overview.ts";
import { lastReadAt, scoreText } from "./shown.ts";

export const auditHtml: Report<AuditResult> = (result, { version }) =>
  htmlPage(
    `Audit of Leases: ${scoreText(result)}`,
    markup`${pageHeader(result, version)}<main>
${auditSections(result, { prefix: "", maxDetailed })}</main>
`,
  );

export interface SectionSettings {
  /** The start of the ids, which are unique on the page. */
  readonly prefix: string;
  /** The maximum number of objects with an article. */
  readonly maxDetailed: number;
}

/** Returns the sections about one cluster. */
export function auditSections(result: AuditResult, { prefix, maxDetailed: most }: SectionSettings): Markup {
  const { objects, readAt, recorded, unread } = result;
  const readings = { readAt, last: lastReadAt(result), recordedFrom: recorded?.from };
  const detailed = groupBy(detailedObjects(objects, most), ({ namespace }) => namespace);
  const groups = [...groupBy(objects, ({ namespace }) => namespace)].map(
    ([namespace, members], index): NamespaceGroup => ({
      id: `${prefix}namespace-${index + 1}`,
      namespace,
      objects: members,
      detailed: detailed.get(namespace) ?? [],
    }),
  );
  return markup`${unreadSection(unread, prefix)}${notesSection(result, prefix)}${checksSection(result, prefix)}${leftOutSection(result)}${namespacesSection(groups, prefix)}${groups.map((group) => namespaceSection(group, readings))}`;
}

/** The maximum number of objects with an article. Browsers need seconds for a longer page. */
export const maxDetailed = 1000;

/**
 * Returns the objects with a separate article, the worst first: objects with findings, and objects
 * with more than one holding period. Returns at most `most` objects. The page lists the
 * other objects in tables.
 */
function detailedObjects(objects: readonly AuditedObject[], most: number): readonly AuditedObject[] {
  return objects
    .filter(({ findings, holdingPeriods }) => findings.length > 0 || holdingPeriods.length > 1)
    .toSorted((a, b) => worstOf(a) - worstOf(b))
    .slice(0, most);
}

/** Returns the rank of the worst severity of an object. Objects without findings come last. */
function worstOf({ findings }: AuditedObject): number {
  return Math.min(...findings.map(({ severity }) => severities.indexOf(severity)), severities.length);
}
