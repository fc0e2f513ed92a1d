import { severities } from "../../core/field/severity.ts";
import { groupBy } from "../../report/group-by.ts";
import type { Report } from "../../report/report.ts";
import type { AuditedObject, AuditResult } from "../result.ts";
import { markup } from "./html/markup.ts";
import { type NamespaceGroup, namespaceSection } from "./html/namespace-section.ts";
import { checksSection, leftOutSection, namespacesSection, pageHeader, unreadSection } from "./html/overview.ts";
import { style } from "./html/style.ts";
import { lastReadAt, scoreText } from "./shown.ts";

/**
 * The content security policy of the page. The page cannot load anything, run a script, or submit a
 * form, even if a string from the cluster were not escaped.
 */
const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export const auditHtml: Report<AuditResult> = (result, { version }) => {
  const { objects, readAt, recorded, unread } = result;
  const readings = { readAt, last: lastReadAt(result), recordedFrom: recorded?.from };
  const detailed = groupBy(detailedObjects(objects), ({ namespace }) => namespace);
  const groups = [...groupBy(objects, ({ namespace }) => namespace)].map(
    ([namespace, members], index): NamespaceGroup => ({
      id: `namespace-${index + 1}`,
      namespace,
      objects: members,
      detailed: detailed.get(namespace) ?? [],
    }),
  );
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Audit of Leases: ${scoreText(result)}</title>
<style>
${style}</style>
</head>
<body>
${pageHeader(result, version)}<main>
${unreadSection(unread)}${checksSection(result)}${leftOutSection(result)}${namespacesSection(groups)}${groups.map((group) => namespaceSection(group, readings))}</main>
</body>
</html>
`.html;
};

/** The maximum number of objects with an article. Browsers need seconds for a longer page. */
const maxDetailed = 1000;

/**
 * Returns the objects with a separate article, the worst first: objects with findings, and objects
 * with more than one holding period. Returns at most `maxDetailed` objects. The page lists the
 * other objects in tables.
 */
function detailedObjects(objects: readonly AuditedObject[]): readonly AuditedObject[] {
  return objects
    .filter(({ findings, holdingPeriods }) => findings.length > 0 || holdingPeriods.length > 1)
    .toSorted((a, b) => worstOf(a) - worstOf(b))
    .slice(0, maxDetailed);
}

/** Returns the rank of the worst severity of an object. Objects without findings come last. */
function worstOf({ findings }: AuditedObject): number {
  return Math.min(...findings.map(({ severity }) => severities.indexOf(severity)), severities.length);
}
