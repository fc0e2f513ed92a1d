import { escapeMarkup } from "../../src/report/escape-markup.ts";

/** The parts of a Grafana dashboard that the image shows. */
export interface DrawnDashboard {
  readonly title: string;
  readonly panels: readonly DrawnPanel[];
}

interface DrawnPanel {
  readonly title: string;
  /** The position on a grid with 24 columns. */
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig: { readonly defaults: { readonly unit: string } };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

/** A series: its name in the legend, and its samples, as seconds since the start and a value. */
export interface DrawnSeries {
  readonly name: string;
  readonly samples: readonly (readonly [seconds: number, value: number])[];
}

/** The series of one panel, and the length of the run in seconds. */
interface Data {
  readonly series: readonly DrawnSeries[];
  readonly seconds: number;
}

const column = 50;
const row = 22;
const header = 64;
const colors = ["#0b57b0", "#b3261e", "#1e7b34", "#8a5a00", "#6b3fa0", "#00707a"];
const largest = 3;

/**
 * Returns an SVG image of a dashboard. `seriesOf` returns the series of a panel. `caption` states
 * the source of the values.
 */
export function dashboardSvg(
  { title, panels }: DrawnDashboard,
  caption: string,
  { seriesOf, seconds }: { readonly seriesOf: (panel: DrawnPanel) => readonly DrawnSeries[]; readonly seconds: number },
): string {
  const height = header + row * Math.max(...panels.map(({ gridPos: { y, h } }) => y + h));
  const drawn = panels.map((panel) => panelSvg(panel, { series: seriesOf(panel), seconds }));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${24 * column} ${height}" role="img" aria-labelledby="title" font-family="system-ui, sans-serif" font-size="11">
<title id="title">The panels of the dashboard ${escapeMarkup(title)}</title>
<rect width="${24 * column}" height="${height}" fill="#ffffff"/>
<text x="12" y="28" font-size="18" font-weight="600" fill="#1f2328">${escapeMarkup(title)}</text>
<text x="12" y="50" font-size="13" fill="#59636e">${escapeMarkup(caption)}</text>
${drawn.join("\n")}
</svg>
`;
}

function panelSvg({ title, gridPos, fieldConfig }: DrawnPanel, data: Data): string {
  const [width, height] = [gridPos.w * column - 8, gridPos.h * row - 8];
  return `<g transform="translate(${gridPos.x * column + 4} ${header + gridPos.y * row})">
<rect width="${width}" height="${height}" rx="4" fill="#ffffff" stroke="#d1d9e0"/>
<text x="10" y="19" font-size="${title.length > 50 ? 11 : 12}" font-weight="600" fill="#1f2328">${escapeMarkup(title)}</text>
${data.series.length === 0 ? `<text x="${width / 2}" y="${height / 2}" text-anchor="middle" fill="#59636e">no data</text>` : plotSvg(data, fieldConfig.defaults.unit, { width, height })}
</g>`;
}

function plotSvg({ series, seconds }: Data, unit: string, size: { readonly width: number; readonly height: number }): string {
  const area = { left: 58, top: 30, right: size.width - 12, bottom: size.height - 42 };
  const values = series.flatMap(({ samples }) => samples.map(([, value]) => value)).filter(Number.isFinite);
  const top = Math.max(...values, 0) * 1.1 || 1;
  const bottom = Math.min(...values, 0) * 1.1;
  const x = (time: number): number => area.left + ((area.right - area.left) * time) / seconds;
  const y = (value: number): number => area.bottom - ((area.bottom - area.top) * (value - bottom)) / (top - bottom);
  const ticks = [bottom, (bottom + top) / 2, top].map(
    (value) => `<path d="M${area.left} ${y(value).toFixed(1)}H${area.right}" stroke="#eaeef2"/>
<text x="${area.left - 6}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end" fill="#59636e">${valueText(value, unit)}</text>`,
  );
  const lines = series.slice(0, colors.length).map(({ samples }, index) => {
    const points = samples
      .filter(([, value]) => Number.isFinite(value))
      .map(([time, value]) => `${x(time).toFixed(1)},${y(value).toFixed(1)}`);
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${colors[index]}" stroke-width="1.5"/>`;
  });
  const times = `<text x="${area.left}" y="${area.bottom + 14}" fill="#59636e">0 min</text>
<text x="${area.right}" y="${area.bottom + 14}" text-anchor="end" fill="#59636e">${Math.round(seconds / 60)} min</text>`;
  return [...ticks, ...lines, times, legend(series, size)].join("\n");
}

/** Returns the names of the first series, in as many characters as fit. */
function legend(series: readonly DrawnSeries[], { width, height }: { readonly width: number; readonly height: number }): string {
  const shown = series.slice(0, largest);
  const space = Math.floor((width - 90) / 6 / shown.length) - 3;
  const spans = shown.map(({ name }, index) => {
    const text = name.length > space ? `${name.slice(0, space - 1)}…` : name;
    return `<tspan fill="${colors[index]}">■ ${escapeMarkup(text)}</tspan>`;
  });
  const rest = series.length > largest ? `<tspan fill="#59636e"> and ${series.length - largest} more</tspan>` : "";
  return `<text x="10" y="${height - 10}">${spans.join("  ")}${rest}</text>`;
}

const steps: Readonly<Record<string, readonly (readonly [factor: number, unit: string])[]>> = {
  s: [
    [86_400, "d"],
    [3_600, "h"],
    [60, "min"],
    [1, "s"],
    [0.001, "ms"],
  ],
  bytes: [[1024 ** 2, "MiB"]],
  reqps: [[1, "/s"]],
};

function valueText(value: number, unit: string): string {
  if (value === 0) return "0";
  const [factor, name] = steps[unit]?.find(([least]) => Math.abs(value) >= least) ?? steps[unit]?.at(-1) ?? [1, ""];
  return `${Number((value / factor).toPrecision(2))} ${name}`.trim();
}
