import { contrast, parseColor } from "./colors.ts";

/** A color on a background, both as the browser computes them. */
export interface Painted {
  readonly what: string;
  readonly color: string;
  /** The background of the element and of its ancestors, the nearest first. */
  readonly backgrounds: readonly string[];
}

/** A script that returns every text and every shape of the timeline with its colors. */
export const paintedScript: string = `(() => {
  const backgrounds = (element) => element === null ? [] : [getComputedStyle(element).backgroundColor, ...backgrounds(element.parentElement)];
  const painted = (element, what, color) => ({ what, color, backgrounds: backgrounds(element) });
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
  const texts = [...document.body.querySelectorAll("*")].filter(hasText).map((element) => painted(element, element.outerHTML.slice(0, 80), getComputedStyle(element).color));
  const shape = (name, property) => [...document.querySelectorAll(name)].map((element) => painted(element.parentElement, name, getComputedStyle(element)[property]));
  return { texts, shapes: [...shape("rect.held", "fill"), ...shape("rect.rest", "stroke"), ...shape("line", "stroke")] };
})()`;

/** Returns the contrast of a color and its background. */
export function ratioOf({ color, backgrounds }: Painted): number {
  const text = parseColor(color);
  const background = backgrounds.map(parseColor).find((each) => each !== undefined);
  if (text === undefined || background === undefined) throw new Error("a text must have a color and a background");
  return contrast(text, background);
}
