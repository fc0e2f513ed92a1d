export type Renderer = "kustomize" | "helm";

export interface NotRendered {
  readonly directory: string;
  readonly renderer: Renderer;
  readonly command: string;
}

const sources: Readonly<Record<Renderer, string>> = { kustomize: "a kustomization", helm: "a Helm chart" };

export function notRenderedText({ renderer, command }: NotRendered): string {
  return `not rendered, because it is the directory of ${sources[renderer]}; to check its output, run ${command}`;
}

const maxShown = 3;

/** Returns a line for each of the first directories that are not rendered, and one for the rest. */
export function notRenderedLines({ notRendered }: { readonly notRendered: readonly NotRendered[] }): readonly string[] {
  const lines = notRendered.slice(0, maxShown).map((each) => `${each.directory}: ${notRenderedText(each)}`);
  const more = notRendered.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more not rendered`] : lines;
}
