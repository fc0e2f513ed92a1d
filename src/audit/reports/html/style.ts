import type { Markup } from "./markup.ts";

/**
 * The style of the page. A word names each severity, so colors only repeat what the text shows.
 * Text and its background have a contrast of at least 4.5 to 1 in both color schemes.
 */
export const style: Markup = {
  html: `:root {
  color-scheme: light dark;
  --page: #ffffff; --text: #1c2128; --faint: #57606a; --line: #8c959f; --link: #0a53be; --raised: #f3f5f7;
  --error: #b3261e; --warning: #7a4b00; --info: #0b5394; --on-severity: #ffffff; --bar: #0b5394;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101418; --text: #e4e8ec; --faint: #a9b2bc; --line: #6e7781; --link: #8cc2ff; --raised: #1b2127;
    --error: #ffb4ab; --warning: #f2c063; --info: #9ccbff; --on-severity: #101418; --bar: #9ccbff;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0.5rem 0; }
h2 { font-size: 1.25rem; margin: 2rem 0 0.5rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 0; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; unicode-bidi: isolate; }
pre { margin: 0.5rem 0; padding: 0.5rem; background: var(--raised); white-space: pre-wrap; }
ul { list-style: none; margin: 0; padding: 0; }
p { margin: 0.25rem 0; }
summary { cursor: pointer; color: var(--link); padding: 0.25rem 0; }
.score { font-size: 1.15rem; }
.score strong { font-size: 2rem; }
.counts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
.severity { display: inline-block; padding: 0 0.5em; border-radius: 0.25rem; background: var(--severity); color: var(--on-severity); font-size: 0.85rem; white-space: nowrap; }
.error { --severity: var(--error); }
.warning { --severity: var(--warning); }
.info { --severity: var(--info); }
table { border-collapse: collapse; margin: 0.5rem 0; }
th, td { padding: 0.25rem 0.5rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; font-weight: normal; }
thead th { font-weight: bold; overflow-wrap: normal; }
.number { text-align: end; font-variant-numeric: tabular-nums; }
article { margin: 1rem 0; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.4rem; break-inside: avoid-page; }
.facts { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; margin: 0.25rem 0; }
.facts dt { color: var(--faint); font-size: 0.85rem; }
.facts dd { margin: 0; }
.findings li { margin: 0.75rem 0; padding-inline-start: 0.75rem; border-inline-start: 4px solid var(--severity); }
.timeline { margin: 0.75rem 0 0; }
.timeline figcaption, .axis { color: var(--faint); font-size: 0.85rem; }
.timeline svg { display: block; width: 100%; height: 1rem; background: var(--raised); }
.axis { display: flex; justify-content: space-between; gap: 1rem; }
.held { fill: var(--bar); }
.rest { fill: none; stroke: var(--bar); stroke-width: 2px; vector-effect: non-scaling-stroke; }
line { stroke: var(--text); stroke-width: 1px; vector-effect: non-scaling-stroke; }
@media (max-width: 40rem) { table { font-size: 0.85rem; } th, td { padding: 0.25rem 0.15rem; } td .severity { padding: 0 0.2em; } }
@media (forced-colors: active) { .severity { border: 1px solid; } .held { fill: CanvasText; } .rest, line { stroke: CanvasText; } }
@media print {
  body { max-width: none; padding: 0; }
  details::details-content { content-visibility: visible; block-size: auto; }
  a { color: inherit; }
  .severity { print-color-adjust: exact; }
}
`,
};
