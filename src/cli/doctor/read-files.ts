import { type Fields, textAt } from "../../api/fields.ts";
import { type Snapshot, type SnapshotKind, type SnapshotObject, snapshotKind, snapshotObject } from "../../doctor/snapshot.ts";
import { type ListedValue, listedValues, listItems } from "../../manifest/objects.ts";
import { readDocuments } from "../../manifest/read-documents.ts";
import { type DumpDocument, dumpDocuments } from "../shared/dump-documents.ts";
import { UsageError } from "../shared/errors.ts";

/**
 * Reads a snapshot from files with objects in JSON or YAML. A kind counts as read if the files
 * contain an object or a list of the kind. A list, such as `LeaseList`, can be empty. The output of
 * `kubectl version -o json` sets the version of the API server. Throws a usage error if a file
 * cannot be read, or if the files contain no object that the doctor reads.
 */
export async function readFiles(paths: readonly string[]): Promise<Snapshot> {
  const objects: SnapshotObject[] = [];
  const read = new Set<SnapshotKind>();
  let serverVersion: string | undefined;
  for await (const document of dumpDocuments(paths)) {
    serverVersion ??= textAt(document.value, "serverVersion", "gitVersion") || undefined;
    for (const kind of kindsIn(document.value)) read.add(kind);
    for (const listed of listedValues(document.value)) objects.push(...toObject(listed, document));
  }
  if (objects.length === 0) throw new UsageError(`${paths.join(", ")} must contain objects of a cluster`);
  return { objects, read, unread: [], serverVersion };
}

/**
 * Returns the kind of an object if the doctor reads this kind. For a list such as `LeaseList`,
 * which can be empty, returns `Lease` and the kinds of the items.
 */
function kindsIn(value: unknown): readonly SnapshotKind[] {
  const kind = snapshotKind(textAt(value, "kind").replace(/List$/, ""), value);
  return [...(kind === undefined ? [] : [kind]), ...(listItems(value) ?? []).flatMap(kindsIn)];
}

/**
 * Returns a list with the object of the snapshot for a value of a document. If the doctor does not
 * read the value, the list is empty.
 */
function toObject({ value, path }: ListedValue, { locate, file }: DumpDocument): readonly SnapshotObject[] {
  const kind = snapshotKind(textAt(value, "kind"), value);
  if (kind === undefined) return [];
  return [{ ...snapshotObject(kind, value as Fields), locate: (field) => ({ file, ...locate([...path, ...field]) }) }];
}

/**
 * Returns the first object in a manifest of this package, or an object without fields if there is
 * none.
 */
export async function oneObject(text: string): Promise<Fields> {
  for await (const document of readDocuments(text)) if (document.ok) return document.value.value as Fields;
  return {};
}
