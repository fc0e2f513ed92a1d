/**
 * Returns the commands of a program in code spans outside of code blocks, such as `kubectl get -A`.
 * A command ends before a pipe, a redirection, an `&`, or a backslash.
 */
export function inlineCommands(markdown: string, program: string): readonly string[] {
  const prose = markdown.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "");
  const spans = prose.matchAll(new RegExp(`\`(${program} [^\`\\n]+)\``, "g"));
  return Array.from(spans, ([, text = ""]) => text.split(/ [>|\\&]/)[0] ?? "");
}
