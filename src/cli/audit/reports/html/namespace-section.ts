import type { AuditedObject } from "../../../../audit/result.ts";
import { severities } from "../../../../audit/summary.ts";
import { shorten } from "../../../../field/path.ts";
import { pluralize } from "../../../../text/pluralize.ts";
import { stateOf } from "../shown.ts";
import { type Markup, markup, nothing } from "./markup.ts";
import { moment } from "./moment.ts";
import { holderOf, objectArticle, type Readings } from "./object-article.ts";

/** The objects of a namespace, and the id of the section about them. */
export interface NamespaceGroup {
  readonly id: string;
  readonly namespace: string;
  readonly objects: readonly AuditedObject[];
}

/** The maximum number of objects without findings that a section lists. */
const maxListed = 500;

/**
 * Returns the section about a namespace: the objects with findings, the worst first, and a list of
 * the others.
 */
export function namespaceSection({ id, namespace, objects }: NamespaceGroup, readings: Readings): Markup {
  const isShown = ({ findings, terms }: AuditedObject): boolean => findings.length > 0 || terms.length > 1;
  const shown = objects.filter(isShown).toSorted((a, b) => worstOf(a) - worstOf(b));
  return markup`<section aria-labelledby="${id}">
<h2 id="${id}">${namespaceName(namespace)}</h2>
${shown.map((object) => objectArticle(object, readings))}${otherObjects(
  objects.filter((object) => !isShown(object)),
  readings.last,
)}</section>
`;
}

/** Returns the name of a namespace as code. */
export function namespaceName(namespace: string): Markup {
  return namespace === "" ? markup`(no namespace)` : markup`<code>${shorten(namespace, 300)}</code>`;
}

/** Returns the rank of the worst severity of an object. The rank of an object without findings is last. */
function worstOf({ findings }: AuditedObject): number {
  return Math.min(...findings.map(({ severity }) => severities.indexOf(severity)), severities.length);
}

function otherObjects(objects: readonly AuditedObject[], readAt: Date): Markup {
  if (objects.length === 0) return nothing;
  const more = objects.length - maxListed;
  return markup`<details>
<summary>${pluralize(objects.length, "object")} without findings</summary>
<table>
<thead><tr><th scope="col">Name</th><th scope="col">Kind</th><th scope="col">Holder</th><th scope="col">State</th><th scope="col">Last renewal</th></tr></thead>
<tbody>
${objects.slice(0, maxListed).map((object) => row(object, readAt))}</tbody>
</table>
${more > 0 ? markup`<p>The report leaves out ${pluralize(more, "object")} without findings.</p>\n` : nothing}</details>
`;
}

function row(object: AuditedObject, readAt: Date): Markup {
  const { name, kind, renewed } = object;
  return markup`<tr><th scope="row"><code>${shorten(name, 300)}</code></th><td>${kind}</td><td>${holderOf(object)}</td><td>${stateOf(object, readAt)}</td><td>${moment(renewed, readAt)}</td></tr>
`;
}
