/** The form of the id of a check or a rule, which is also the path of its page. */
const pageId = /^[a-z-]+\/[a-z-]+$/;

/**
 * Returns the address of the page about a check or a rule. Returns undefined for an id that is not
 * the path of a page.
 */
export function pageAddress(origin: string): string | undefined {
  if (!pageId.test(origin)) return undefined;
  if (origin.startsWith("audit/")) return `https://lease-guard.dev/${origin.replace("audit", "checks")}`;
  return `https://lease-guard.dev/rules/${origin.startsWith("schema/") ? "schema" : origin}`;
}
