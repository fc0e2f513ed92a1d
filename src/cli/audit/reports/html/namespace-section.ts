import type { AuditedObject } from "../../../../audit/result.ts";
import { shorten } from "../../../../field/path.ts";
import { type Markup, markup, maxName } from "./markup.ts";
import { objectArticle, type Readings } from "./object-article.ts";
import { objectTable } from "./object-table.ts";

/** The objects of a namespace, and the id of the section about them. */
export interface NamespaceGroup {
  readonly id: string;
  readonly namespace: string;
  readonly objects: readonly AuditedObject[];
  /** The objects with a separate article. */
  readonly detailed: readonly AuditedObject[];
}

/** Returns the section about a namespace: the detailed objects, and tables of the others. */
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

/** Returns the name of a namespace as code, or a note if the name is empty. */
export function namespaceName(namespace: string): Markup {
  return namespace === "" ? markup`(no namespace)` : markup`<code>${shorten(namespace, maxName)}</code>`;
}
