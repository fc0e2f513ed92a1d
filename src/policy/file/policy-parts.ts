import { isJsonObject, property } from "../../core/api/json-object.ts";
import { apiGroupOf, isOfApiGroup } from "../../core/api/meta.ts";
import type { FieldPath } from "../../core/field/path.ts";
import { allOk, failed, ok, type Result } from "../../core/field/result.ts";
import { compareTexts } from "../../core/text/compare-texts.ts";
import { withoutByteOrderMark } from "../../core/text/decode-text.ts";
import { isPolicyFileName } from "../../core/text/manifest-name.ts";
import { type Place, type Position, textStart } from "../../core/text/position.ts";
import type { DocumentProblem } from "../../manifest/document.ts";
import {
  configurationReader,
  type LocatedDocument,
  type ReadLocatedDocuments,
} from "../../manifest/read-located-documents.ts";
import { policyApiVersion } from "./policy-document.ts";

/** A name in a directory or in the data of a ConfigMap, and the content with this name. */
type Entry<T> = readonly [name: string, content: T];

/**
 * The content of a file, or a value in a ConfigMap in the file. `toOuter` converts positions in
 * this string to positions in the file.
 */
interface EmbeddedText {
  readonly text: string;
  readonly toOuter: (position: Position) => Position;
}

const policyGroup = apiGroupOf(policyApiVersion);

export interface PolicyFile {
  readonly file: string;
  readonly text: string;
}

/** A document of a policy. All positions are positions in the file that contains the document. */
export interface PolicyPart {
  readonly value: unknown;
  readonly locate: (field: FieldPath) => Place;
  readonly locateKey: (field: FieldPath) => Place;
  readonly duplicates: readonly (Place & { readonly path: FieldPath })[];
}

export interface FileProblem extends DocumentProblem {
  readonly file: string;
}

/**
 * Returns the documents of files that form one policy. These documents are the policies in the
 * files and in ConfigMaps. Ignores other documents, such as suites. If there is no policy, returns
 * the first document, whose errors then state what a policy must be. Fails if there is no document,
 * or if a file cannot be read or contains two policies.
 */
export function policyParts(files: readonly PolicyFile[]): Result<readonly PolicyPart[], readonly FileProblem[]> {
  // The files share the limits, because the server reads all files at the same time.
  const readDocuments = configurationReader();
  const read = allOk(files.map((file) => fileParts(file, readDocuments)));
  if (!read.ok) return read;
  const documents = read.value.flat();
  const policies = documents.filter(({ value }) => canBePolicy(value));
  const parts = policies.length > 0 ? policies : documents.slice(0, 1);
  return parts.length > 0
    ? ok(parts)
    : failed([{ file: files[0]?.file ?? "", ...textStart, message: "must not be empty" }]);
}

/** The `apiVersion` of suites. A directory can contain suites and the policy that they test. */
export const suiteApiVersion = "test.lease-guard.dev/v1alpha1";

export const suiteGroup: string = apiGroupOf(suiteApiVersion);

/**
 * Reports whether a document has the kind or the API group of a suite, even if the rest is invalid.
 */
export function isSuite(value: unknown): boolean {
  return property(value, "kind") === "Suite" || isOfApiGroup(value, suiteGroup);
}

/**
 * Reports whether the content of a file has at least one document, and all documents are suites.
 * Returns false if the content cannot be read.
 */
export function hasOnlySuites(text: string): boolean {
  const read = configurationReader()(text);
  return read.ok && read.value.length > 0 && read.value.every(({ value }) => isSuite(value));
}

type ReadParts = Result<readonly PolicyPart[], readonly FileProblem[]>;

/**
 * Returns the documents of a file. Instead of a ConfigMap that contains a policy, returns the
 * documents in the ConfigMap.
 */
function fileParts({ file, text }: PolicyFile, readDocuments: ReadLocatedDocuments): ReadParts {
  const whole: EmbeddedText = { text, toOuter: (position) => position };
  const read = onePolicy(file, whole, readDocuments(text));
  if (!read.ok) return read;
  const parts = allOk(
    read.value.map((document) => {
      const inner = (configMapFiles(document, text) ?? []).map((value) => ({ value, read: readDocuments(value.text) }));
      return inner.some(containsPolicy) ? configMapParts(file, inner) : ok([toPart(file, document, whole)]);
    }),
  );
  return parts.ok ? ok(parts.value.flat()) : parts;
}

type ReadDocuments = ReturnType<ReadLocatedDocuments>;

interface ReadValue {
  readonly value: EmbeddedText;
  readonly read: ReadDocuments;
}

function configMapParts(file: string, values: readonly ReadValue[]): ReadParts {
  const parts = allOk(
    values.map(({ value, read }) => {
      const documents = onePolicy(file, value, read);
      return documents.ok ? ok(documents.value.map((document) => toPart(file, document, value))) : documents;
    }),
  );
  return parts.ok ? ok(parts.value.flat()) : parts;
}

/**
 * Returns the documents of a file or of a value in a ConfigMap. Fails if they cannot be read, or if
 * more than one of them is a policy.
 */
function onePolicy(
  file: string,
  { toOuter }: EmbeddedText,
  read: ReadDocuments,
): Result<readonly LocatedDocument[], readonly FileProblem[]> {
  if (!read.ok) return failed([{ file, ...read.error, ...toOuter(read.error) }]);
  const [, second] = read.value.filter(({ value }) => canBePolicy(value));
  return second === undefined
    ? read
    : failed([{ file, ...toOuter(second.start), message: "must not be a second policy in one file" }]);
}

function toPart(
  file: string,
  { value, locate, locateKey, duplicates }: LocatedDocument,
  { toOuter }: EmbeddedText,
): PolicyPart {
  const place = (position: Position): Place => ({ file, ...toOuter(position) });
  return {
    value,
    locate: (field) => place(locate(field)),
    locateKey: (field) => place(locateKey(field)),
    duplicates: duplicates().map(({ path, line, column }) => ({ path, ...place({ line, column }) })),
  };
}

/**
 * Reports whether a document is a policy or could be a policy with a typo. A document of another
 * kind in another API group is not a policy, and a suite is not a policy.
 */
function canBePolicy(value: unknown): boolean {
  if (!isJsonObject(value)) return true;
  const { apiVersion, kind } = value;
  return hasPolicyType(value) || (!isSuite(value) && (typeof apiVersion !== "string" || typeof kind !== "string"));
}

/**
 * Reports whether a document has the kind of a policy, or has the API group of a policy and is not
 * a suite. Ignores the case of the kind.
 */
function hasPolicyType(value: unknown): boolean {
  const isPolicyKind = String(property(value, "kind")).toLowerCase() === "policy";
  return isPolicyKind || (isOfApiGroup(value, policyGroup) && !isSuite(value));
}

/**
 * Matches the `apiVersion` of a policy in a string that cannot be read as YAML. Does not match the
 * group of suites or the address of a schema, which also contain `lease-guard.dev`.
 */
const policyVersion = new RegExp(`(?<![\\w./-])${policyGroup.replaceAll(".", "\\.")}/v`);

function containsPolicy({ value: { text }, read }: ReadValue): boolean {
  if (!read.ok) return policyVersion.test(text);
  return read.value.some(({ value }) => hasPolicyType(value));
}

/**
 * Returns the policy files of a ConfigMap, which are the values whose keys are names of policy
 * files. Returns undefined if the document is not a ConfigMap.
 */
function configMapFiles({ value, locate }: LocatedDocument, source: string): readonly EmbeddedText[] | undefined {
  if (property(value, "apiVersion") !== "v1" || property(value, "kind") !== "ConfigMap") return undefined;
  const data = property(value, "data");
  if (!isJsonObject(data)) return [];
  return policyFilesIn(Object.entries(data)).flatMap(([name, text]) => {
    if (typeof text !== "string") return [];
    return [
      { text: withoutByteOrderMark(text), toOuter: outerPositions(source, locate(["data", { key: name }]), text) },
    ];
  });
}

/**
 * Returns a function that converts positions in a string of a YAML document to positions in the
 * document. If the string is not a literal block with the same lines, the function always returns
 * the position of the whole string.
 */
function outerPositions(source: string, start: Position, text: string): (position: Position) => Position {
  const lines = source.split(/\r?\n/);
  if (lines[start.line - 1]?.charAt(start.column - 1) !== "|") return () => start;
  const inner = text.split("\n");
  const first = inner.findIndex((line) => line.trim() !== "");
  const indent = lines[start.line + first]?.indexOf(inner[first] ?? "") ?? -1;
  const isCopied = (line: string, index: number) => line === "" || lines[start.line + index]?.slice(indent) === line;
  const isCopy = first !== -1 && indent >= 0 && inner.every(isCopied);
  return isCopy ? ({ line, column }) => ({ line: start.line + line, column: column + indent }) : () => start;
}

/**
 * Returns the entries of a directory, or of the data of a ConfigMap, that are files of a policy.
 * The entries are in the order in which the files form the policy: sorted by name.
 */
export function policyFilesIn<T>(entries: Iterable<Entry<T>>): readonly Entry<T>[] {
  return [...entries].filter(([name]) => isPolicyFileName(name)).sort(([a], [b]) => compareTexts(a, b));
}
