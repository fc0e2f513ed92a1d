import { shorten } from "../../../core/field/path.ts";
import { pluralize } from "../../../core/text/join-words.ts";
import type { AuditedObject } from "../../result.ts";
import { stateOf } from "../shown.ts";
import { type Markup, markup, maxName, nothing } from "./markup.ts";
import { moment } from "./moment.ts";
import { holderOf, objectArticle, type Readings } from "./object-article.ts";

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

const maxListed = 500;

/** Returns a table of objects, which is collapsed at first. */
function objectTable(what: string, objects: readonly AuditedObject[], readAt: Date): Markup {
  if (objects.length === 0) return nothing;
  const more = objects.length - maxListed;
  const last = objects.some(({ findings }) => findings.length > 0) ? "Findings" : "Last renewal";
  return markup`<details>
<summary>${pluralize(objects.length, "object")} ${what}</summary>
<table>
<thead><tr><th scope="col">Name</th><th scope="col">Kind</th><th scope="col">Holder</th><th scope="col">State</th><th scope="col">${last}</th></tr></thead>
<tbody>
${objects.slice(0, maxListed).map((object) => row(object, readAt))}</tbody>
</table>
${more > 0 ? markup`<p>The report leaves out ${pluralize(more, "object")}. The format json contains them with --wide.</p>\n` : nothing}</details>
`;
}

function row(object: AuditedObject, readAt: Date): Markup {
  const { name, kind, renewed, findings } = object;
  const last = findings.length === 0 ? moment(renewed, readAt) : markup`${findingsText(object)}`;
  return markup`<tr><th scope="row"><code>${shorten(name, maxName)}</code></th><td>${kind}</td><td>${holderOf(object)}</td><td>${stateOf(object, readAt)}</td><td>${last}</td></tr>
`;
}

function findingsText({ findings }: AuditedObject): string {
  return shorten(findings.map(({ severity, origin }) => `${severity} ${origin}`).join(", "), maxName);
}
