import { readFileSync } from "node:fs";
import { join } from "node:path/posix";
import { globSync } from "tinyglobby";

/**
 * Returns a picture as a part of a page, so that it follows the theme of the page. The styles of
 * all pictures are in the head of the page. A moving picture gets a control that stops it without a
 * script.
 */
export function inlinePicture(file: string, alternative: string): string {
  const drawn = readFileSync(file, "utf8").replace(stylePattern, "").replaceAll(/\n\s*/g, "");
  const labeled = drawn.replace(/<title[^>]*>[^<]*(?=<\/title>)/, (title) => title.replace(/[^>]*$/, alternative));
  const pause = '<label class="pause"><input type="checkbox"> Stop the motion</label>';
  return `<figure class="picture" v-pre>${labeled}${drawn.includes('class="pic moving"') ? pause : ""}</figure>\n`;
}

/**
 * Replaces each `<picture>` of a wide and a narrow image by both pictures. A page shows only one.
 */
export function inlinePictures(html: string, page: string): string {
  return html.replaceAll(
    /<picture>\s*<source [^>]*srcset="([^"]*)">\s*<img src="([^"]*)" alt="([^"]*)">\s*<\/picture>/g,
    (_, narrow: string, wide: string, alternative: string) => {
      const figure = (file: string, name: string): string =>
        inlinePicture(join(page, "..", file), alternative).replace('class="picture"', `class="picture ${name}"`);
      return `<div class="screens">${figure(narrow, "narrow")}${figure(wide, "wide")}</div>`;
    },
  );
}

/** Returns the different styles of the pictures. */
export function pictureStyles(): readonly string[] {
  const styles = globSync("docs/images/*.svg").flatMap(
    (file) => stylePattern.exec(readFileSync(file, "utf8"))?.[1] ?? [],
  );
  return [...new Set(styles)];
}

const stylePattern = /<style>\n([\s\S]*?)<\/style>\n/;
