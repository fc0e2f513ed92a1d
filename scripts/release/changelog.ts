export const unreleased = "Unreleased";

/** Returns the section of a version, or the section `Unreleased`, without its heading. */
export function sectionOf(changelog: string, heading: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const text = sections.find((section) => section.split(/\s/, 1)[0] === heading);
  return text?.slice(text.indexOf("\n")).trim() || undefined;
}

export function releaseNotes(changelog: string, version: string): string {
  const notes = sectionOf(changelog, version) ?? sectionOf(changelog, unreleased);
  if (notes === undefined) throw new Error(`CHANGELOG.md has no section ${version}, and no unreleased changes`);
  return `${notes}\n`;
}

/** Gives the unreleased changes the version and the date, and adds an empty section above them. */
export function closeSection(changelog: string, version: string, date: string): string {
  if (!changelog.includes(`## ${unreleased}\n`)) throw new Error(`CHANGELOG.md must have a section ${unreleased}`);
  return changelog.replace(`## ${unreleased}\n`, `## ${unreleased}\n\n## ${version} - ${date}\n`);
}
