import { manifestObjects } from "../core/api/listed-objects.ts";
import { errorText, type FieldError, forbidden, invalid, required } from "../core/field/error.ts";
import { referenceKey } from "../core/field/object-reference.ts";
import type { FieldPath } from "../core/field/path.ts";
import { allOk, failed, ok } from "../core/field/result.ts";
import { decodeOnce } from "../engine/validate/decode.ts";
import { referenceOf, type ViewedObject } from "../engine/validate/view.ts";
import { objectTitle } from "../report/object-title.ts";
import { mustBeObject, type ReadObjects, type ReadText, readObjects, type SuiteObject } from "./read-object.ts";

export type ReadBeside = (values: readonly object[], path: FieldPath) => Promise<ReadObjects>;

/**
 * Returns a function that reads the related objects. An item of `beside` is an object, a List, or a
 * file with at least one Lease or LeaseCandidate. The function fails for any other object in the
 * suite itself, and for an object that does not decode. It also fails for an object that occurs
 * twice, because rules would then report nothing. It reads each file once, because many cases can
 * name the file.
 */
export function besideReader(readText: ReadText): ReadBeside {
  const files = new Map<unknown, Promise<ReadObjects>>();
  const readItem = async (value: object, path: FieldPath): Promise<ReadObjects> => {
    if (!("file" in value)) return readInline(value, path);
    const { file } = value;
    // An item with fields other than `file` is an error, so the function does not store its result.
    const isPlain = Object.keys(value).length === 1;
    const read = (isPlain ? files.get(file) : undefined) ?? readReferenced(value, readText);
    if (isPlain) files.set(file, read);
    const objects = await read;
    return objects.ok
      ? objects
      : failed(objects.error.map((error) => ({ ...error, field: [...path, ...error.field] })));
  };
  return async (values, path) => {
    const read = allOk(await Promise.all(values.map((value, index) => readItem(value, [...path, index]))));
    return read.ok ? withoutRepetition(read.value, path) : read;
  };
}

async function readReferenced(value: object, readText: ReadText): Promise<ReadObjects> {
  const read = await readObjects(value, [], readText);
  if (!read.ok) return read;
  if (read.value.length === 0) return failed([required(["file"], mustBeObject)]);
  const { file } = value as { readonly file: string };
  const errors = read.value.flatMap((object) =>
    decodeErrors(object).map((error) =>
      invalid(["file"], file, `${objectTitle(referenceOf(object))}: ${errorText(error)}`),
    ),
  );
  return errors.length > 0 ? failed(errors) : read;
}

async function readInline(value: object, path: FieldPath): Promise<ReadObjects> {
  const read = await readObjects(value, path, () => Promise.resolve(failed("")));
  if (!read.ok) return read;
  const others = manifestObjects(value).others.map((other) => required([...path, ...other.path], mustBeObject));
  const undecoded = read.value.flatMap((object) =>
    decodeErrors(object).map((error) => ({ ...error, field: [...path, ...object.path, ...error.field] })),
  );
  const errors = [...others, ...undecoded];
  return errors.length > 0 ? failed(errors) : read;
}

function decodeErrors({ served, object }: ViewedObject): readonly FieldError[] {
  const decoded = decodeOnce(served, object);
  return decoded.ok ? [] : decoded.error;
}

function withoutRepetition(items: readonly (readonly SuiteObject[])[], path: FieldPath): ReadObjects {
  const keys = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, objects] of items.entries()) {
    for (const object of objects) {
      const reference = referenceOf(object);
      const key = referenceKey(reference);
      if (keys.has(key)) errors.push(forbidden([...path, index], `must not contain ${objectTitle(reference)} again`));
      keys.add(key);
    }
  }
  return errors.length > 0 ? failed(errors) : ok(items.flat());
}
