import { type Fields, objectsAt, textAt } from "../../api/fields.ts";
import { type Snapshot, type SnapshotKind, type SnapshotObject, snapshotKind, snapshotObject } from "../../doctor/snapshot.ts";
import type { ManifestDocument } from "../../manifest/document.ts";
import { listedValues } from "../../manifest/objects.ts";
import { readDocuments } from "../../manifest/read-documents.ts";
import { placeText } from "../../text/position.ts";
import { UsageError } from "../shared/errors.ts";
import { readInputs } from "../shared/inputs.ts";

/**
 * Reads a snapshot from files with objects in JSON or YAML. A kind counts as read if the files
 * contain an object of the kind, or a list of the kind, such as `LeaseList`, which can be empty.
 * The output of `kubectl version -o json` sets the version of the API server. Throws a usage error
 * if a file cannot be read, or if the files contain no object that the doctor reads.
 */
export async function readFiles(paths: readonly string[]): Promise<Snapshot> {
  const objects: SnapshotObject[] = [];
  const read = new Set<SnapshotKind>();
  let serverVersion: string | undefined;
  for await (const input of readInputs(paths)) {
    if (!input.ok) throw new UsageError(`${input.error.file} ${input.error.message}`);
    const { file, text } = input.value;
    for await (const document of readDocuments(text)) {
      if (!document.ok) throw new UsageError(`${placeText({ file, ...document.error })}: ${document.error.message}`);
      const { value } = document.value;
      serverVersion ??= textAt(value, "serverVersion", "gitVersion") || undefined;
      for (const kind of listedKinds(value)) read.add(kind);
      objects.push(...objectsIn(document.value, file));
    }
  }
  if (objects.length === 0) throw new UsageError(`${paths.join(", ")} must contain objects of a cluster`);
  return { objects, read, unread: [], serverVersion };
}

/**
 * Returns the kind of an object that the doctor reads. For a list such as `LeaseList`, returns
 * `Lease` and the kinds of the items. A list can be empty.
 */
function listedKinds(value: unknown): readonly SnapshotKind[] {
  const name = textAt(value, "kind");
  const kind = snapshotKind(name.replace(/List$/, ""), value);
  return [...(kind === undefined ? [] : [kind]), ...(name.endsWith("List") ? objectsAt(value, "items").flatMap(listedKinds) : [])];
}

function objectsIn({ value, locate }: ManifestDocument, file: string): readonly SnapshotObject[] {
  return listedValues(value).flatMap(({ value: listed, path }) => {
    const object = toObject(listed);
    return object === undefined ? [] : [{ ...object, locate: (field) => ({ file, ...locate([...path, ...field]) }) }];
  });
}

/**
 * Returns a value as an object of a kind that the doctor reads, or undefined for any other value.
 */
function toObject(value: unknown): SnapshotObject | undefined {
  const kind = snapshotKind(textAt(value, "kind"), value);
  return kind && snapshotObject(kind, value as Fields);
}

/** Returns the only object of a manifest of this package. The result is empty if there is none. */
export async function oneObject(text: string): Promise<Fields> {
  for await (const document of readDocuments(text)) if (document.ok) return document.value.value as Fields;
  return {};
}
