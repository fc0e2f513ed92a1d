import type { AuditedObject, AuditedTerm } from "../../../../audit/result.ts";
import { shorten } from "../../../../field/path.ts";
import { groupBy } from "../../../../report/group-by.ts";
import { pluralize } from "../../../../text/pluralize.ts";
import { type Markup, markup, maxName, nothing } from "./markup.ts";
import { timeElement, timeText } from "./moment.ts";

/** The width of a drawing in SVG units. The browser scales the drawing to the width of the page. */
const width = 1000;

/** The minimum length of a bar. A single renewal has no length, but must be visible. */
const minLength = 4;

/** The maximum number of holders in a timeline, and of terms in the description of a drawing. */
const maxLanes = 12;
const maxDescribed = 10;

/** The times of the left and the right edge, in milliseconds since 1970. */
interface Axis {
  readonly start: number;
  readonly end: number;
}

/**
 * Reports whether the terms contain a renewal after the first one, or a second term. A single
 * renewal would be only a point.
 */
export function hasTimeline(terms: readonly AuditedTerm[]): boolean {
  return terms.length > 1 || terms.some(({ from, renewed }) => renewed > from);
}

/**
 * The time of the first recorded write, and whether the terms are all terms in the recordings or
 * only the newest ones.
 */
export interface ShownRecording {
  readonly from: Date;
  readonly terms: NonNullable<AuditedObject["recorded"]>;
}

/**
 * Draws the terms of a Lease, with a row for each of the newest holders. Marks the times of the
 * listings.
 */
export function timeline(terms: readonly AuditedTerm[], readAt: readonly Date[], recording?: ShownRecording): Markup {
  const axis = axisOf(terms, recording === undefined ? readAt : [latest(recording.from, terms[0]?.from), ...readAt]);
  const lanes = groupBy(terms, ({ holder }) => holder);
  const shown = newestHolders(terms);
  const more = lanes.size - shown.size;
  return markup`<figure class="timeline">
<figcaption>Terms of the holders. Filled: ${recording === undefined ? listed : recorded}. Outlined: the rest of the term. Vertical lines: the listings.</figcaption>
<ul>${[...lanes].filter(([holder]) => shown.has(holder)).map(([holder, held]) => lane(holder, held, axis, readAt))}</ul>
${more > 0 ? markup`<p>${pluralize(more, "holder")} more.</p>\n` : nothing}${recording?.terms === "newest terms" ? markup`<p>The report leaves out older terms.</p>\n` : nothing}<p class="axis">${timeElement(new Date(axis.start))} ${timeElement(new Date(axis.end))}</p>
</figure>
`;
}

const listed = "from the first to the last renewal in the listings";
const recorded = "from the time at which the holder acquired the Lease to its last known renewal";

function latest(a: Date, b: Date | undefined): Date {
  return b !== undefined && b > a ? b : a;
}

/**
 * Returns the holders of the last terms, at most `maxLanes`, so that a timeline contains the
 * current holder.
 */
function newestHolders(terms: readonly AuditedTerm[]): ReadonlySet<string> {
  const newestFirst = new Set(terms.toReversed().map(({ holder }) => holder));
  return new Set([...newestFirst].slice(0, maxLanes));
}

function lane(holder: string, terms: readonly AuditedTerm[], axis: Axis, readAt: readonly Date[]): Markup {
  const last = terms.at(-1);
  const until = last?.until === undefined ? nothing : markup`, ${last.isReleased ? "released" : "term expires"} ${timeElement(last.until)}`;
  const only = terms.length === 1 ? "" : "the last one ";
  const renewed =
    last === undefined ? nothing : markup`, ${only}renewed from ${timeElement(last.from)} to ${timeElement(last.renewed)}${until}`;
  return markup`<li><p><code>${shorten(holder, maxName)}</code>: ${pluralize(terms.length, "term")}${renewed}</p>
<svg viewBox="0 0 ${width} 16" preserveAspectRatio="none" role="img" aria-label="${description(terms)}">${terms.map((term, index) => rest(term, terms[index + 1], axis))}${terms.map(({ from, renewed }) => bar("held", from, renewed, axis))}${readAt.map((time) => listingLine(time, axis))}</svg></li>
`;
}

/**
 * Draws the rest of a term after its last renewal. If the next term of the same holder begins
 * before the end of this term, the rest ends at that beginning.
 */
function rest({ renewed, until }: AuditedTerm, next: AuditedTerm | undefined, axis: Axis): Markup {
  const end = next !== undefined && until !== undefined && next.from < until ? next.from : until;
  return end !== undefined && end > renewed ? bar("rest", renewed, end, axis) : nothing;
}

function bar(name: string, from: Date, to: Date, axis: Axis): Markup {
  if (to.getTime() < axis.start) return nothing;
  const x = Math.min(positionOf(from, axis), width - minLength);
  const length = Math.max(positionOf(to, axis) - x, minLength);
  return markup`<rect class="${name}" x="${x}" y="3" width="${length}" height="10"/>`;
}

function listingLine(time: Date, axis: Axis): Markup {
  const x = positionOf(time, axis);
  return markup`<line x1="${x}" x2="${x}" y1="0" y2="16"/>`;
}

function description(terms: readonly AuditedTerm[]): string {
  const described = terms.slice(-maxDescribed).map(({ from, renewed, until, isReleased }) => {
    const end = until === undefined ? "" : `, ${isReleased ? "released" : "until"} ${timeText(until)}`;
    return `renewed from ${timeText(from)} to ${timeText(renewed)}${end}`;
  });
  const more = terms.length - described.length;
  return `${described.join("; ")}${more > 0 ? `; ${pluralize(more, "term")} more` : ""}`;
}

/**
 * Returns the edges of a timeline. `times` are the times of the listings and, with a recording, the
 * later of its first write and the first term. A term that begins long before the first time, or
 * ends long after the last one, is cut off at the edge. Otherwise, the other terms would shrink to
 * a point.
 */
function axisOf(terms: readonly AuditedTerm[], times: readonly Date[]): Axis {
  const froms = terms.map(({ from }) => from.getTime());
  const untils = terms.map(({ until, renewed }) => (until ?? renewed).getTime());
  const read = times.length === 0 ? froms : times.map(Number);
  const [first, last] = [Math.min(...read), Math.max(...read)];
  const margin = Math.max(last - first, 60_000);
  const start = Math.max(Math.min(...froms, first), first - margin);
  const end = Math.min(Math.max(...untils, last), last + margin);
  return { start, end: Math.max(end, start + 1000) };
}

/**
 * Returns the horizontal position of a time, in SVG units rounded to one decimal place. A time
 * outside the axis is at its nearer edge.
 */
function positionOf(time: Date, { start, end }: Axis): number {
  const share = Math.min(Math.max((time.getTime() - start) / (end - start), 0), 1);
  return Math.round(share * width * 10) / 10;
}
