/**
 * Returns the address of the page about a rule or about another origin of findings, relative to the
 * address of the playground.
 */
export function originPage(origin: string): string {
  return `../rules/${origin.startsWith("schema/") ? `schema#${origin.replace("/", "")}` : origin}`;
}
