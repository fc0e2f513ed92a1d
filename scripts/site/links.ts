import { join } from "node:path/posix";
import { addressOf, type SitePage } from "./pages.ts";

/** Returns the address on the site for a link of a page. */
export function siteLink(target: string, page: string, pages: readonly SitePage[]): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/i.test(target)) return target;
  const [path = "", anchor] = target.split("#");
  const file = join(page, "..", path).replace(/\/$/, "");
  const found = pages.find((each) => each.file === file || each.file === join(file, "README.md"));
  if (found === undefined) return undefined;
  return addressOf(found) + (anchor === undefined ? "" : `#${anchor}`);
}

/** Returns the anchor of a heading, as GitHub computes it. */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}
