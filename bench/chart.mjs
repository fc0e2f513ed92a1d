const [width, height] = [640, 380];
const edge = { left: 64, right: 40, top: 56, bottom: 40 };
const [ink, faint, line, mark] = ["#1f2328", "#59636e", "#d1d9e0", "#0969da"];

/**
 * Returns an SVG of the time of a review by its size, with logarithmic axes. The straight line
 * shows a time that is proportional to the size, based on the largest review.
 */
export function chart(points) {
  const x = scale({ from: 1 / 1024, to: 10 }, edge.left, width - edge.right);
  const y = scale({ from: 0.01, to: 1000 }, height - edge.bottom, edge.top);
  const { mebibytes, ms } = points.at(-1);
  const proportional = (size) => (ms / mebibytes) * size;
  const ends = [points[0].mebibytes, mebibytes];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="${ink}">
<title>Time of a review by its size</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="${edge.left}" y="24" font-size="15" font-weight="600">Time of a review by its size</text>
<text x="${edge.left}" y="42" fill="${faint}">processor time, median; the dashed line is in proportion to the size</text>
${[0.01, 0.1, 1, 10, 100, 1000].map((tick) => horizontal(y(tick), `${tick} ms`)).join("\n")}
${sizes.map(([size, name]) => `<text x="${x(size)}" y="${height - edge.bottom + 20}" text-anchor="middle" fill="${faint}">${name}</text>`).join("\n")}
<path d="${path(ends.map((size) => [x(size), y(proportional(size))]))}" fill="none" stroke="${faint}" stroke-dasharray="4 4"/>
<path d="${path(points.map((point) => [x(point.mebibytes), y(point.ms)]))}" fill="none" stroke="${mark}" stroke-width="2"/>
${points.map((point) => dot(x(point.mebibytes), y(point.ms), point.ms)).join("\n")}
</svg>
`;
}

const sizes = [
  [1 / 1024, "1 KiB"],
  [1 / 64, "16 KiB"],
  [1 / 4, "256 KiB"],
  [1, "1 MiB"],
  [7, "7 MiB"],
];

function scale({ from, to }, start, end) {
  const share = (value) => Math.log(value / from) / Math.log(to / from);
  return (value) => Number((start + share(value) * (end - start)).toFixed(1));
}

function horizontal(y, name) {
  return `<path d="M${edge.left} ${y}H${width - edge.right}" stroke="${line}"/><text x="${edge.left - 8}" y="${y + 4}" text-anchor="end" fill="${faint}">${name}</text>`;
}

function path(points) {
  return points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x} ${y}`).join("");
}

function dot(x, y, ms) {
  return `<circle cx="${x}" cy="${y}" r="4" fill="${mark}" stroke="#ffffff" stroke-width="2"/><text x="${x + 8}" y="${y + 16}">${ms.toPrecision(2)}</text>`;
}
