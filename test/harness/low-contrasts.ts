/**
 * An expression for a browser. Its value is a list of the strings of a page whose contrast is too
 * low, as WCAG 2.2 level AA defines it.
 */
export const lowContrasts: string = `(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const cached = (values, compute) => (key) => { if (!values.has(key)) values.set(key, compute(key)); return values.get(key); };
  const rgba = cached(new Map(), (color) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; });
  const over = ([r, g, b, a], under) => [r, g, b].map((value, index) => value * (a / 255) + under[index] * (1 - a / 255));
  const background = cached(new Map(), (element) => {
    if (element === null) return rgba(getComputedStyle(document.documentElement).colorScheme.includes("dark") ? "#1b1b1f" : "#ffffff").slice(0, 3);
    const own = rgba(getComputedStyle(element).backgroundColor);
    return own[3] === 255 ? own.slice(0, 3) : over(own, background(element.parentElement));
  });
  const luminance = (rgb) => rgb.map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)).reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent.trim()).join("");
    const style = getComputedStyle(element);
    if (text === "" || element.closest(".visually-hidden, noscript, style, script, option") || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const under = background(element);
    const [a, b] = [luminance(over(rgba(style.color), under)), luminance(under)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < (isLarge ? 3 : 4.5)) found.push(ratio.toFixed(2) + " " + style.color + " on " + under.map(Math.round) + ": " + text.slice(0, 40));
  }
  return [...new Set(found)];
})()`;
