import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { shellQuote } from "../core/text/shell-quote.ts";
import type { Input } from "../terminal/inputs.ts";
import type { NotRendered, Renderer } from "./reports/not-rendered.ts";
import type { CheckedObject } from "./reports/result.ts";

export const kustomizationNames: readonly string[] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

const chartName = "Chart.yaml";

const renderers: ReadonlyMap<string, Renderer> = new Map([
  ...kustomizationNames.map((name) => [name, "kustomize"] as const),
  [chartName, "helm"],
]);

const commands: Readonly<Record<Renderer, string>> = { kustomize: "kubectl kustomize", helm: "helm template" };

export function renderingOf(renderer: Renderer, directory?: string): string {
  return `${commands[renderer]} ${directory === undefined ? "…" : shellQuote(directory)} | lease-guard check -`;
}

/** Returns the command that checks the output of the chart with a template. */
export function chartRenderingOf(file: string): string {
  const directories = file === "-" ? [] : ancestors(file);
  return renderingOf(
    "helm",
    directories.findLast((directory) => existsSync(join(directory, chartName))),
  );
}

/**
 * Returns the program that renders the directory of a file, or undefined if the file does not
 * describe how to render a directory. A Component of kustomize cannot be rendered by itself.
 */
export function rendererOf({ file, text }: Pick<Input, "file" | "text">): Renderer | undefined {
  const renderer = renderers.get(basename(file));
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
      command: renderingOf(renderer, directory),
    }));
}

/** Returns the directories that contain a file or a directory, innermost first. */
function ancestors(path: string): readonly string[] {
  const directory = dirname(path);
  return directory === path ? [] : [directory, ...ancestors(directory)];
}
