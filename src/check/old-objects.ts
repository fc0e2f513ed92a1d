import { inNamespace, manifestObjects } from "../core/api/listed-objects.ts";
import { type OldObjects, toOldObjects } from "../engine/validate/old-objects.ts";
import type { ViewedObject } from "../engine/validate/view.ts";
import { readDocuments } from "../manifest/read-documents.ts";
import { objectTitle } from "../report/object-title.ts";
import type { Problem } from "../report/report.ts";
import { sourcePlaces } from "../report/source-excerpt.ts";
import type { readInputs } from "../terminal/inputs.ts";
import type { CheckFlags } from "./flags.ts";
import { identityOf } from "./identity-of.ts";
import type { CheckedObject } from "./reports/result.ts";
import { unreadable } from "./unreadable.ts";

/** Returns the message for a run in which no object of `--old` pairs with a checked object. */
export function unpairedMessage(oldObjects: OldObjects, checked: readonly CheckedObject[]): string {
  if (oldObjects.size === 0) return `--old: contains no Lease or LeaseCandidate, ${consequence}`;
  const message = `--old: contains no object with the kind, namespace, and name of a checked object, ${consequence}`;
  for (const { object } of checked.slice(0, maxCompared)) {
    for (const { object: old } of oldObjects.values()) {
      const before = identityOf(old);
      if (before.kind === object.kind && before.name === object.name)
        return `${message}; ${objectTitle(before)} in --old and ${objectTitle(object)} differ in their namespaces`;
    }
  }
  return message;
}

const consequence = "so no write was validated as an update";

/** Maximum number of checked objects that `check` compares with all old objects. */
const maxCompared = 100;

/**
 * Reads the files of `--old`. An object without a namespace gets `namespace`. The problems are the
 * unreadable inputs and documents. Without `strict`, an unreadable document is a problem only if
 * `unreadable` returns `problem`.
 */
export async function readOldObjects(
  inputs: ReturnType<typeof readInputs>,
  { namespace, strict, kubernetesVersion }: Pick<CheckFlags, "namespace" | "strict" | "kubernetesVersion">,
): Promise<{ readonly oldObjects: OldObjects; readonly problems: readonly Problem[] }> {
  const objects: ViewedObject[] = [];
  const problems: Problem[] = [];
  for await (const input of inputs) {
    if (!input.ok) problems.push(input.error);
    else {
      const placeAt = sourcePlaces(input.value.file, input.value.text);
      for await (const read of readDocuments(input.value.text, kubernetesVersion?.version)) {
        if (read.ok) for (const object of objectsIn(read.value.value, namespace)) objects.push(object);
        else if (strict || unreadable(input.value) === "problem") problems.push(placeAt(read.error));
      }
    }
  }
  return { oldObjects: toOldObjects(objects), problems };
}

function objectsIn(value: unknown, namespace: string): readonly ViewedObject[] {
  return manifestObjects(value).objects.map(({ served, object }) => ({
    served,
    object: inNamespace(object, namespace),
  }));
}
