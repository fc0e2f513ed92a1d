/** A program that renders the objects of a directory. */
export type Renderer = "kustomize" | "helm";

/** A directory whose objects a program must render, and the command that checks its output. */
export interface NotRendered {
  readonly directory: string;
  readonly renderer: Renderer;
  readonly command: string;
}

const sources: Readonly<Record<Renderer, string>> = { kustomize: "a kustomization", helm: "a Helm chart" };

/** Returns the reason why the objects of a directory are not checked, and the command for them. */
export function notRenderedText({ renderer, command }: NotRendered): string {
  return `not rendered, because it is the directory of ${sources[renderer]}; to check its output, run ${command}`;
}

/** Maximum number of directories that the reports for people list. */
const maxShown = 3;

/** Returns a line for each of the first directories that are not rendered, and one for the rest. */
export function notRenderedLines({ notRendered }: { readonly notRendered: readonly NotRendered[] }): readonly string[] {
  const lines = notRendered.slice(0, maxShown).map((each) => `${each.directory}: ${notRenderedText(each)}`);
  const more = notRendered.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more not rendered`] : lines;
}
