/**
 * The form of rule ids and of the ids of other origins of findings, as the source of a regular
 * expression.
 */
export const ruleIdForm = "[a-z-]+/[a-z0-9-]+";

/**
 * Returns the path of the page about a rule, a group, or a check, without an extension. The path is
 * relative to `docs`, and to the root of the website.
 */
export function pagePath(id: string): string {
  if (id.startsWith("audit/")) return `checks/${id.slice("audit/".length)}`;
  return id.startsWith("workload/") || id.startsWith("access/") ? `checks/${id}` : `rules/${id}`;
}

/**
 * Returns the path of the page about an origin of findings, as `pagePath` does. The page about
 * `schema/…` and `ignore/…` has a section for each origin.
 */
export function originPath(origin: string): string {
  const [group = "", name = ""] = origin.split("/");
  return group === "schema" || group === "ignore" ? `${pagePath("schema")}#${group}${name}` : pagePath(origin);
}
