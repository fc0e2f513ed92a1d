import { readFileSync } from "node:fs";
import { join } from "node:path";
import { siteFile, siteFolder } from "./site-server.ts";

export interface HtmlPage {
  /** The address of the page, such as `/rules/`. */
  readonly address: string;
  readonly html: string;
  /** The content without the navigation of the site. */
  readonly main: string;
}

/** Reads the page with an address. If there is no such page, returns the page for missing pages. */
export function htmlPage(address: string): HtmlPage {
  const html = readFileSync(siteFile(address) ?? join(siteFolder, "404.html"), "utf8");
  const [, main = ""] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
  return { address, html, main };
}

/** Returns the values of an attribute, such as the targets of links, images, and scripts. */
export function attributeValues(html: string, name: "href" | "src"): readonly string[] {
  return Array.from(html.matchAll(new RegExp(`<[a-z]+\\b[^>]*?\\s${name}="([^"]*)"`, "g")), ([, value = ""]) => value);
}

/** Returns the links, images, and scripts of a page whose targets do not exist on the site. */
export function deadLinks({ address, html }: HtmlPage): readonly string[] {
  return [...attributeValues(html, "href"), ...attributeValues(html, "src")]
    .filter((target) => !/^(?:https?|data):/.test(target) && isDead(target, address))
    .map((target) => `${address}: ${target}`);
}

/** Reports whether the page or the anchor of a link from a page does not exist. */
export function isDead(target: string, from: string): boolean {
  const { pathname, hash } = new URL(target.replaceAll("&amp;", "&"), `http://site${from}`);
  const file = siteFile(pathname);
  if (file === undefined) return true;
  // The fragment of a link to the playground is the input of the playground.
  return (
    hash !== "" &&
    pathname !== "/playground/" &&
    !ids(readFileSync(file, "utf8")).has(decodeURIComponent(hash.slice(1)))
  );
}

function ids(html: string): ReadonlySet<string> {
  return new Set(Array.from(html.matchAll(/\sid="([^"]+)"/g), ([, id = ""]) => id));
}

/** Returns the errors in the headings and images of a page. */
export function structureErrors({ address, main }: HtmlPage): readonly string[] {
  const levels = Array.from(main.matchAll(/<h([1-6])[\s>]/g), ([, level]) => Number(level));
  const jump = levels.find((level, index) => level > (levels[index - 1] ?? 0) + 1);
  const images = main.match(/<img\b[^>]*>/g) ?? [];
  return [
    ...(levels.filter((level) => level === 1).length === 1 ? [] : [`${address}: must have one heading of level 1`]),
    ...(jump === undefined ? [] : [`${address}: a heading of level ${jump} follows a heading two levels above`]),
    ...images
      .filter((image) => !/\salt="[^"]{10,}"/.test(image))
      .map((image) => `${address}: ${image} must have an alternative text`),
  ];
}
