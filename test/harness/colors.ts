/** A color without transparency, as the browser computes it. */
type Color = readonly [red: number, green: number, blue: number];

/**
 * Parses a computed color. Returns undefined for a color that is fully transparent. Throws for a
 * color that is partly transparent, and for a string that is not a color in RGB.
 */
export function parseColor(computed: string): Color | undefined {
  const [red, green, blue, alpha = 1] = (computed.match(/[\d.]+/g) ?? []).map(Number);
  if (!/^rgba?\(/.test(computed) || red === undefined || green === undefined || blue === undefined) {
    throw new Error(`${computed} is not a color in RGB`);
  }
  if (alpha === 0) return undefined;
  if (alpha !== 1) throw new Error(`${computed} is partly transparent`);
  return [red, green, blue];
}

/** Returns the contrast ratio of two colors by WCAG 2, from 1 to 21. */
export function contrast(a: Color, b: Color): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: Color): number {
  const [red, green, blue] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Color;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
