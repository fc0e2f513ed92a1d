const unfit = ["/", "%"];

/** Says what keeps a text from standing in a URL's path: all that an UPDATE checks of a name (`IsPathSegmentName` upstream). */
export function pathSegmentFaults(name: string): readonly string[] {
  if (name === "." || name === "..") return [`may not be '${name}'`];
  return pathSegmentPrefixFaults(name);
}

/** The same for a generateName, to which more is added: "." may start a name. */
export function pathSegmentPrefixFaults(prefix: string): readonly string[] {
  return unfit.filter((char) => prefix.includes(char)).map((char) => `may not contain '${char}'`);
}
