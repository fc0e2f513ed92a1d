import type { GeneratedFile } from "../generated-file.ts";
import { componentConditions, independentComponents, objectConditions, webhookCondition } from "./conditions.ts";
import { mergeNode, type Operation, patchNode } from "./patch-node.ts";
import { allOf, printTemplate } from "./print-template.ts";
import type { Component, ComponentPatch, ManifestObject } from "./read-component.ts";
import { withSettings } from "./settings.ts";
import { type TemplateMap, type TemplateNode, templateOf } from "./template-node.ts";

export const generatedMark = "Generated from manifests/";

export interface Manifests {
  readonly base: Component;
  readonly components: ReadonlyMap<string, Component>;
}

/**
 * The directory of a template, its file name without the extension, and the conditions of the file.
 */
interface Place {
  readonly folder: string;
  readonly name: string;
  readonly when: readonly string[];
}

/**
 * Returns a template for each file of `manifests`, except the Namespace, which Helm creates. A
 * component's patch becomes a part of the patched template, under the condition of the component.
 */
export function chartTemplates(manifests: Manifests): readonly GeneratedFile[] {
  const { base, components } = manifests;
  const patched = patchesOf(components);
  const files = base.files.filter(({ objects }) => objects.every(({ kind }) => kind !== "Namespace"));
  const ofBase = files.map(({ name, objects }) =>
    template({ folder: "", name, when: [webhookCondition] }, objects, patched),
  );
  const ofComponents = [...components].flatMap(([component, { files: own }]) =>
    own.map(({ name, objects }) =>
      template({ folder: `${component}/`, name, when: conditionsOf(component) }, objects, patched),
    ),
  );
  return [...ofBase, ...ofComponents];
}

function conditionsOf(component: string): readonly string[] {
  const condition = conditionOf(component);
  return independentComponents.includes(component) ? [condition] : [webhookCondition, condition];
}

/** Returns the Helm condition of a component. Throws if the component has no condition yet. */
function conditionOf(component: string): string {
  const condition = componentConditions[component];
  if (condition === undefined)
    throw new Error(`scripts/generate/chart/conditions.ts must have the component ${component}`);
  return condition;
}

interface ConditionalPatch extends ComponentPatch {
  readonly condition: string;
}

function patchesOf(components: Manifests["components"]): readonly ConditionalPatch[] {
  return [...components].flatMap(([name, { patches }]) =>
    patches.map((patch) => ({ ...patch, condition: conditionOf(name) })),
  );
}

function template(
  { folder, name, when }: Place,
  objects: readonly ManifestObject[],
  patches: readonly ConditionalPatch[],
): GeneratedFile {
  const source = folder === "" ? "base" : `components/${folder.slice(0, -1)}`;
  const own = objects.flatMap(
    ({ kind, metadata }) => objectConditions[kind] ?? objectConditions[`${kind}/${metadata.name}`] ?? [],
  );
  const texts = objects.map((object) => printTemplate(templateFor(object, patches)));
  const text = `{{- /* ${generatedMark}${source}. */}}\n{{- if ${allOf([...when, ...own])} }}\n${texts.join("---\n")}{{- end }}\n`;
  return { path: `templates/${folder}${name}.yaml`, text };
}

function templateFor(object: ManifestObject, patches: readonly ConditionalPatch[]): TemplateNode {
  const { kind, metadata } = object;
  const own = patches.filter(({ target }) => target.kind === kind && target.name === metadata.name);
  const patched = own.reduce(
    (node: TemplateNode, { patch, condition }) => applied(node, patch, condition),
    templateOf(object),
  );
  return withSettings(patched, kind, metadata.name);
}

function applied(node: TemplateNode, patch: ComponentPatch["patch"], condition: string): TemplateNode {
  return isOperations(patch)
    ? patch.reduce((before, operation) => patchNode(before, operation, condition), node)
    : mergeNode(node as TemplateMap, patch, condition);
}

function isOperations(patch: ComponentPatch["patch"]): patch is readonly Operation[] {
  return Array.isArray(patch);
}
