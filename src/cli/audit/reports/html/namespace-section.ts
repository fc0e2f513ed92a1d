import type { AuditedObject } from "../../../../audit/result.ts";
import { shorten } from "../../../../field/path.ts";
import { type Markup, markup, maxName } from "./markup.ts";
import { objectArticle, type Readings } from "./object-article.ts";
import { objectTable } from "./object-table.ts";

export interface NamespaceGroup {
  readonly id: string;
  readonly namespace: string;
  readonly objects: readonly AuditedObject[];
  readonly detailed: readonly AuditedObject[];
}

export function namespaceSection({ id, namespace, objects, detailed }: NamespaceGroup, readings: Readings): Markup {
  const isDetailed = new Set(detailed);
  const others = objects.filter((object) => !isDetailed.has(object));
  const withFindings = others.filter(({ findings }) => findings.length > 0);
  const without = others.filter(({ findings }) => findings.length === 0);
  return markup`<section aria-labelledby="${id}">
<h2 id="${id}">${namespaceName(namespace)}</h2>
${detailed.map((object) => objectArticle(object, readings))}${objectTable("more with findings", withFindings, readings.last)}${objectTable("without findings", without, readings.last)}</section>
`;
}

export function namespaceName(namespace: string): Markup {
  return namespace === "" ? markup`(no namespace)` : markup`<code>${shorten(namespace, maxName)}</code>`;
}
