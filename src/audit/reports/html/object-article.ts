import { shorten } from "../../../core/field/path.ts";
import { pageAddress } from "../../../report/descriptions.ts";
import type { AuditedObject, AuditFinding } from "../../result.ts";
import { stateOf } from "../shown.ts";
import { type Markup, markup, maxMessage, maxName, nothing } from "./markup.ts";
import { moment } from "./moment.ts";
import { hasTimeline, timeline } from "./timeline.ts";

export interface Readings {
  readonly readAt: readonly Date[];
  readonly last: Date;
  readonly recordedFrom: Date | undefined;
}

/**
 * Returns the part of the page about one object with findings, or with more than one holding
 * period.
 */
export function objectArticle(object: AuditedObject, { readAt, last, recordedFrom }: Readings): Markup {
  const { kind, name, created, renewed, holdingPeriods, recordedHoldingPeriods: periods, findings } = object;
  const recording = recordedFrom === undefined || periods === undefined ? undefined : { from: recordedFrom, periods };
  return markup`<article>
<h3>${kind} <code>${shorten(name, maxName)}</code></h3>
<dl class="facts">
${kind === "Lease" ? fact("Holder", holderOf(object)) : nothing}${fact("State", markup`${stateOf(object, last)}`)}${fact("Created", moment(created, last))}${fact("Last renewal", moment(renewed, last))}</dl>
${findings.length === 0 ? markup`<p>No findings.</p>\n` : markup`<ul class="findings">\n${findings.map(findingItem)}</ul>\n`}${hasTimeline(holdingPeriods) ? timeline(holdingPeriods, readAt, recording) : nothing}</article>
`;
}

export function holderOf({ holder }: AuditedObject): Markup {
  return holder === undefined || holder === "" ? markup`none` : markup`<code>${shorten(holder, maxName)}</code>`;
}

export function originLink(origin: string): Markup {
  const address = pageAddress(origin);
  return address === undefined
    ? markup`<code>${shorten(origin, maxName)}</code>`
    : markup`<a href="${address}" rel="noreferrer">${origin}</a>`;
}

function fact(label: string, value: Markup): Markup {
  return markup`<div><dt>${label}</dt><dd>${value}</dd></div>\n`;
}

function findingItem({ origin, severity, field, message, remedy, isKnown }: AuditFinding): Markup {
  const at = field === "" ? nothing : markup` <code>${shorten(field, maxName)}</code>`;
  return markup`<li class="${severity}">
<p><strong class="severity">${severity}</strong> ${originLink(origin)}${at}${isKnown ? markup` (known)` : nothing}</p>
<p>${shorten(message, maxMessage)}</p>
${remedy === undefined ? nothing : command(remedy)}</li>
`;
}

function command(remedy: string): Markup {
  const lines = remedy.split("\n").map((line, index) => markup`${index === 0 ? nothing : markup`\n`}${line}`);
  return markup`<details>
<summary>Command that removes the object, unless it has changed since the audit</summary>
<pre><code>${lines}</code></pre>
</details>
`;
}
