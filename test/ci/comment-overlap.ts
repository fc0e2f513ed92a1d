/** Words that tell nothing about one declaration. Words such as "if" and "none" do. */
const filler = new Set(
  `a an and are as at by describes each for from function given gets gives has have in is it its object of on one report
   reports represents returns that the them these they this to type value was whether which with`.split(/\s+/),
);

/** Returns the words of a text, also of names in camel case, without their endings. */
function stems(text: string): readonly string[] {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[a-z]+/g);
  return (words ?? [])
    .filter((word) => !filler.has(word))
    .map((word) => word.replace(/(?<=...)(?:ies|ing|ied|ers?|ors?|es|ed|s|y|e)$/, ""));
}

/** A doc comment, and the declaration below it. The members of an interface are part of it. */
const documented =
  /^( *)\/\*\*((?:[^*]|\*(?!\/))*)\*\/\n((?:\1(?:export )?interface[^}]*\}|[^\n]*(?:[(<|=,]\n[^\n]*)?))/gm;

/**
 * Returns the doc comments that tell nothing new: all their words are in the declaration below, in
 * the last declaration without indentation, or in the path of the file.
 */
export function overlappingComments(path: string, text: string): readonly string[] {
  let outer = "";
  const found: string[] = [];
  for (const [, indent, comment = "", declaration = ""] of text.matchAll(documented)) {
    if (indent === "") outer = declaration;
    const known = new Set(stems(`${declaration} ${indent === "" ? "" : outer} ${path}`));
    if (stems(comment).every((word) => known.has(word))) found.push(comment.replace(/\s+(?:\* )?/g, " ").trim());
  }
  return found;
}
