import { metadataOf } from "../../api/json-object.ts";
import type { ServedVersion } from "../../api/served-versions.ts";
import { inNamespace, manifestObjects } from "../../manifest/objects.ts";
import { readDocuments } from "../../manifest/read-documents.ts";
import type { Problem } from "../../report/result.ts";
import { type Input, type UnreadInput, unreadProblem } from "../shared/inputs.ts";

/** Old objects by kind, namespace and name. */
export type OldObjects = ReadonlyMap<string, object>;

/** What one object is paired by: its version may have changed since. */
export function pairKey({ gvk }: ServedVersion, object: object): string {
  const { namespace, name } = metadataOf(object) ?? {};
  return JSON.stringify([gvk.kind, namespace, name]);
}

/** Reads what `--old` names; of two objects with one name the later counts. */
export async function readOldObjects(
  inputs: AsyncIterable<Input | UnreadInput>,
  namespace: string,
): Promise<{ readonly oldObjects: OldObjects; readonly problems: readonly Problem[] }> {
  const oldObjects = new Map<string, object>();
  const problems: Problem[] = [];
  for await (const input of inputs) {
    const { file } = input;
    if ("fault" in input) problems.push(unreadProblem(input));
    else
      for await (const read of readDocuments(input.text)) {
        if (!read.ok) problems.push({ file, ...read.error.position, message: read.error.message });
        else
          for (const { served, object } of manifestObjects(read.value.value).objects)
            add(oldObjects, served, inNamespace(object, namespace));
      }
  }
  return { oldObjects, problems };
}

function add(oldObjects: Map<string, object>, served: ServedVersion, object: object): void {
  oldObjects.set(pairKey(served, object), object);
}
