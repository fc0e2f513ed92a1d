import { shorten } from "../../../core/field/path.ts";
import { pluralize } from "../../../core/text/join-words.ts";
import { later } from "../../../core/text/time.ts";
import { groupBy } from "../../../report/group-by.ts";
import type { AuditedObject, HoldingPeriod } from "../../result.ts";
import { type Markup, markup, maxName, nothing } from "./markup.ts";
import { timeElement, timeText } from "./moment.ts";

/** The width of a drawing in SVG units. The browser scales the drawing to the width of the page. */
const width = 1000;

/** The minimum length of a bar. A single renewal has no length, but must be visible. */
const minLength = 4;

/**
 * The maximum number of holders in a timeline, and of holding periods in the description of a
 * drawing.
 */
const maxLanes = 12;
const maxDescribed = 10;

/** The times of the left and the right edge, in milliseconds since 1970. */
interface Axis {
  readonly start: number;
  readonly end: number;
}

/** Reports whether there is a second holding period, or a renewal after the first one. */
export function hasTimeline(periods: readonly HoldingPeriod[]): boolean {
  return periods.length > 1 || periods.some(({ from, renewed }) => renewed > from);
}

/**
 * The time of the first recorded write, and whether the holding periods are all holding periods in
 * the recordings or only the newest ones.
 */
export interface ShownRecording {
  readonly from: Date;
  readonly periods: NonNullable<AuditedObject["recordedHoldingPeriods"]>;
}

/** Draws the holding periods of a Lease, with a row for each of the newest holders. */
export function timeline(
  periods: readonly HoldingPeriod[],
  readAt: readonly Date[],
  recording?: ShownRecording,
): Markup {
  const axis = axisOf(
    periods,
    recording === undefined ? readAt : [later(recording.from, periods[0]?.from ?? recording.from), ...readAt],
  );
  const lanes = groupBy(periods, ({ holder }) => holder);
  const shown = newestHolders(periods);
  const more = lanes.size - shown.size;
  return markup`<figure class="timeline">
<figcaption>Holding periods. Filled: ${recording === undefined ? listed : recorded}. Outlined: the rest of the lease term. Vertical lines: the listings.</figcaption>
<ul>${[...lanes].filter(([holder]) => shown.has(holder)).map(([holder, held]) => lane(holder, held, axis, readAt))}</ul>
${more > 0 ? markup`<p>${pluralize(more, "holder")} more.</p>\n` : nothing}${recording?.periods === "newest" ? markup`<p>The report leaves out older holding periods.</p>\n` : nothing}<p class="axis">${timeElement(new Date(axis.start))} ${timeElement(new Date(axis.end))}</p>
</figure>
`;
}

const listed = "from the first to the last renewal in the listings";
const recorded = "from the time at which the holder acquired the Lease to its last known renewal";

/**
 * Returns the holders of the last holding periods, at most `maxLanes`, so that a timeline contains
 * the current holder.
 */
function newestHolders(periods: readonly HoldingPeriod[]): ReadonlySet<string> {
  const newestFirst = new Set(periods.toReversed().map(({ holder }) => holder));
  return new Set([...newestFirst].slice(0, maxLanes));
}

function lane(holder: string, periods: readonly HoldingPeriod[], axis: Axis, readAt: readonly Date[]): Markup {
  const last = periods.at(-1);
  const until =
    last?.until === undefined
      ? nothing
      : markup`, ${last.isReleased ? "released" : "lease term expires"} ${timeElement(last.until)}`;
  const only = periods.length === 1 ? "" : "the last one ";
  const renewed =
    last === undefined
      ? nothing
      : markup`, ${only}renewed from ${timeElement(last.from)} to ${timeElement(last.renewed)}${until}`;
  return markup`<li><p><code>${shorten(holder, maxName)}</code>: ${pluralize(periods.length, "holding period")}${renewed}</p>
<svg viewBox="0 0 ${width} 16" preserveAspectRatio="none" role="img" aria-label="${description(periods)}">${periods.map((period, index) => rest(period, periods[index + 1], axis))}${periods.map(({ from, renewed }) => bar("held", from, renewed, axis))}${readAt.map((time) => listingLine(time, axis))}</svg></li>
`;
}

/**
 * Draws the rest of the lease term after the last renewal of a holding period. If the next holding
 * period of the same holder begins before the end of this lease term, the rest ends at that
 * beginning.
 */
function rest({ renewed, until }: HoldingPeriod, next: HoldingPeriod | undefined, axis: Axis): Markup {
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

function description(periods: readonly HoldingPeriod[]): string {
  const described = periods.slice(-maxDescribed).map(({ from, renewed, until, isReleased }) => {
    const end = until === undefined ? "" : `, ${isReleased ? "released" : "until"} ${timeText(until)}`;
    return `renewed from ${timeText(from)} to ${timeText(renewed)}${end}`;
  });
  const more = periods.length - described.length;
  return `${described.join("; ")}${more > 0 ? `; ${pluralize(more, "holding period")} more` : ""}`;
}

/**
 * Returns the edges of a timeline. `times` are the times of the listings and, with a recording, the
 * later of its first write and the first holding period. A holding period that begins long before
 * the first time, or ends long after the last one, is cut off at the edge. Otherwise, the other
 * holding periods would shrink to a point.
 */
function axisOf(periods: readonly HoldingPeriod[], times: readonly Date[]): Axis {
  const froms = periods.map(({ from }) => from.getTime());
  const untils = periods.map(({ until, renewed }) => (until ?? renewed).getTime());
  const read = times.length === 0 ? froms : times.map(Number);
  const [first, last] = [Math.min(...read), Math.max(...read)];
  const margin = Math.max(last - first, 60_000);
  const start = Math.max(Math.min(...froms, first), first - margin);
  const end = Math.min(Math.max(...untils, last), last + margin);
  return { start, end: Math.max(end, start + 1000) };
}

/** Returns the horizontal position of a time, in SVG units rounded to one decimal place. */
function positionOf(time: Date, { start, end }: Axis): number {
  const share = Math.min(Math.max((time.getTime() - start) / (end - start), 0), 1);
  return Math.round(share * width * 10) / 10;
}
