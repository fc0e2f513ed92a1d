/**
 * The form of the id of a rule or of another source of findings, as the source of a regular
 * expression.
 */
export const ruleIdForm = "[a-z-]+/[a-z0-9-]+";

/**
 * Returns the path of the page about a check of `audit`, a rule, or a group, without an extension.
 * The path is relative to `docs`, and to the root of the website.
 */
export function pagePath(id: string): string {
  return id.startsWith("audit/") ? `checks/${id.slice("audit/".length)}` : `rules/${id}`;
}
