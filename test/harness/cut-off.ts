/**
 * An expression for a browser. Its value is a list of visible elements. These elements extend
 * beyond the width of a page, or hide a part of their content without a scroll bar. The content of
 * an element with a horizontal scroll bar may be wider than the page.
 */
export const cutOff: string = `(() => {
  const width = document.documentElement.clientWidth;
  const scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
  const inScroller = (element) => { const { parentElement } = element; return parentElement !== null && (scrolls(parentElement) || inScroller(parentElement)); };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest("option, .cm-announced") || inScroller(element)) continue;
    const { left, right } = element.getBoundingClientRect();
    const name = element.localName + (element.id === "" ? "." + element.className : "#" + element.id);
    if (left < -0.5 || right > width + 0.5) found.push(name + " from " + Math.round(left) + " to " + Math.round(right));
    else if (["hidden", "clip"].includes(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth) found.push(name + " hides a part of its content");
  }
  return found;
})()`;
