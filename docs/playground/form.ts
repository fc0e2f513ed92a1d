import type { PlaygroundInput } from "../../src/playground/playground-input.ts";

/** The fields of the form about the write. */
export const fieldNames = ["operation", "user", "groups", "pod", "node", "now", "kubernetesVersion"] as const;

type FormField = (typeof fieldNames)[number];

/** Returns an element of the page. Throws if the page has no such element of this class. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (element instanceof type) return element;
  throw new Error(`the page has no ${type.name} with the id ${id}`);
}

/** Returns the values of the form. */
export function readFields(): Pick<PlaygroundInput, FormField> {
  return Object.fromEntries(fieldNames.map((name) => [name, field(name).value.trim()])) as unknown as Pick<
    PlaygroundInput,
    FormField
  >;
}

/** Sets the values of the form. */
export function writeFields(input: PlaygroundInput): void {
  for (const name of fieldNames) field(name).value = input[name];
}

function field(name: FormField): HTMLInputElement | HTMLSelectElement {
  return name === "operation" || name === "kubernetesVersion"
    ? byId(name, HTMLSelectElement)
    : byId(name, HTMLInputElement);
}
