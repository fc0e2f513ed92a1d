import { basename, dirname } from "node:path";
import { shellQuote } from "../../text/shell-quote.ts";
import type { Input } from "../shared/inputs.ts";
import type { NotRendered, Renderer } from "./reports/not-rendered.ts";
import type { CheckedObject } from "./reports/result.ts";

const renderers: Readonly<Record<string, Renderer>> = {
  "kustomization.yaml": "kustomize",
  "kustomization.yml": "kustomize",
  Kustomization: "kustomize",
  "Chart.yaml": "helm",
};

const commands: Readonly<Record<Renderer, string>> = { kustomize: "kubectl kustomize", helm: "helm template" };

/**
 * Returns the program that renders the directory of a file, or undefined if the file does not
 * describe how to render a directory. A Component of kustomize cannot be rendered by itself.
 */
export function rendererOf({ file, text }: Pick<Input, "file" | "text">): Renderer | undefined {
  const name = basename(file);
  const renderer = Object.hasOwn(renderers, name) ? renderers[name] : undefined;
  return renderer === "kustomize" && /^kind:\s*["']?Component\b/m.test(text) ? undefined : renderer;
}

/**
 * Returns the directories that another program renders and that contain no checked object, not even
 * in their subdirectories. Leaves out the charts in a chart, which Helm renders together.
 */
export function notRendered(
  sources: ReadonlyMap<string, Renderer>,
  objects: readonly Pick<CheckedObject, "file">[],
): readonly NotRendered[] {
  if (sources.size === 0) return [];
  const checked = new Set<string>();
  for (const file of new Set(objects.map((object) => object.file))) {
    for (const directory of ancestors(file)) {
      if (checked.has(directory)) break;
      checked.add(directory);
    }
  }
  const isPart = (directory: string, renderer: Renderer) =>
    renderer === "helm" && ancestors(directory).some((above) => sources.get(above) === "helm");
  return [...sources]
    .filter(([directory, renderer]) => !checked.has(directory) && !isPart(directory, renderer))
    .map(([directory, renderer]) => ({
      directory,
      renderer,
      command: `${commands[renderer]} ${shellQuote(directory)} | lease-guard check -`,
    }));
}

/** Returns the directories that contain a file or a directory, innermost first. */
function ancestors(path: string): readonly string[] {
  const directory = dirname(path);
  return directory === path ? [] : [directory, ...ancestors(directory)];
}
