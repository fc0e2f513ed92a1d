import { dirname, join, normalize } from "node:path";
import { objectsAt, textAt, textsAt } from "../core/api/fields.ts";
import { mayContainLease } from "../engine/validate/type-findings.ts";
import { readDocuments } from "../manifest/read-documents.ts";
import { type Input, readRegularInputText } from "../terminal/inputs.ts";
import { mayContainSetObject } from "../workload/object-set.ts";
import { kustomizationNames, rendererOf, renderingOf } from "./rendered.ts";

/** A kustomization, and the files that it applies to other objects as patches. */
interface Kustomization {
  readonly file: string;
  /** The command that checks the objects with the patches. */
  readonly command: string;
  readonly patches: ReadonlySet<string>;
}

/** The kustomizations of a run, by directory. A directory without one has the value undefined. */
export type Kustomizations = Map<string, Kustomization | undefined>;

export type NamedPatch = Pick<Kustomization, "file" | "command">;

/**
 * Returns the kustomization that names a file as a patch, in the directory of the file or in the
 * directory above. Such a file is only a part of an object, even without a directive. Reads each
 * kustomization once, and only for files that can contain a checked object.
 */
export async function namedPatch(
  { file, text }: Pick<Input, "file" | "text">,
  known: Kustomizations,
): Promise<NamedPatch | undefined> {
  if (file === "-" || !(mayContainLease(text) || mayContainSetObject(text))) return undefined;
  for (const directory of [dirname(file), join(dirname(file), "..")]) {
    if (!known.has(directory)) known.set(directory, await readKustomization(directory));
    const kustomization = known.get(directory);
    if (kustomization?.patches.has(normalize(file))) return kustomization;
  }
  return undefined;
}

async function readKustomization(directory: string): Promise<Kustomization | undefined> {
  for (const name of kustomizationNames) {
    const file = join(directory, name);
    const text = await readRegularInputText(file);
    if (!text.ok) continue;
    const patches = new Set<string>();
    for await (const read of readDocuments(text.value)) {
      if (!read.ok) continue;
      const { value } = read.value;
      const paths = [
        ...objectsAt(value, "patches").map((patch) => textAt(patch, "path")),
        ...textsAt(value, "patchesStrategicMerge"),
      ];
      for (const path of paths) patches.add(join(directory, path));
    }
    return { file, command: renderingOf("kustomize", rendererOf({ file, text: text.value }) && directory), patches };
  }
  return undefined;
}
