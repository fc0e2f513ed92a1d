/**
 * An expression for a browser. Its value is a list of the blocks of a page whose content is wider
 * than the block, or that extend beyond the window, and of the strings in pictures that are smaller
 * than 11 pixels. Only the output of `--help` may be wider than its block.
 */
export const clippedBlocks: string = `(() => {
  const found = [];
  const name = (element) => element.localName + (element.id ? "#" + element.id : "." + String(element.className.baseVal ?? element.className).replaceAll(" ", ".")) + " " + element.textContent.trim().slice(0, 30);
  for (const element of document.querySelectorAll("#VPContent, #VPContent *:not(svg *)")) {
    if (!element.checkVisibility() || element.closest(".help, .visually-hidden, select, thead")) continue;
    const { overflowX, display } = getComputedStyle(element);
    const { left, right, width } = element.getBoundingClientRect();
    if (width <= 1) continue;
    if (display !== "inline" && overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1) found.push(name(element) + ": " + element.scrollWidth + " in " + element.clientWidth + " " + overflowX);
    else if (left < -0.5 || right > innerWidth + 0.5) found.push(name(element) + ": from " + Math.round(left) + " to " + Math.round(right));
  }
  for (const text of document.querySelectorAll("#VPContent svg text")) {
    if (!text.checkVisibility()) continue;
    const { ownerSVGElement: svg } = text;
    const size = parseFloat(getComputedStyle(text).fontSize) * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    if (size < 11) found.push("a picture has text of " + size.toFixed(1) + " pixels: " + text.textContent);
    const box = text.getBBox();
    if (box.x < 0 || box.x + box.width > svg.viewBox.baseVal.width) found.push("a picture cuts off: " + text.textContent);
  }
  return [...new Set(found)];
})()`;
