import { canonicalJson } from "../../core/api/json-object.ts";
import { type FieldError, forbidden, invalid } from "../../core/field/error.ts";
import type { FieldPath } from "../../core/field/path.ts";
import type { RuleId } from "../../rules/rule.ts";
import { areDisjoint } from "../compare-matches.ts";
import { ruleField } from "../policy.ts";
import { type PolicyDocument, policyApiVersion, type RuleEntry } from "./policy-document.ts";

export interface PartField {
  readonly part: number;
  readonly field: FieldPath;
}

/**
 * An error in one of the documents. For a conflict, `other` is the field of another document that
 * contradicts the value.
 */
export interface PartError {
  readonly part: number;
  readonly error: FieldError;
  readonly other?: PartField;
}

/**
 * Several documents merged into one. `partOf` finds a field of the merged document in the document
 * that sets the field.
 */
export interface MergedDocument {
  readonly document: PolicyDocument;
  readonly partOf: (field: FieldPath) => PartField;
  readonly conflicts: readonly PartError[];
}

type Documents = readonly PolicyDocument[];
type ListField = "exemptions" | "fences";
type Field = Exclude<keyof PolicyDocument, "apiVersion" | "kind" | "rules" | ListField>;
type Rules = Readonly<Record<string, RuleEntry | null>>;

/**
 * The fields with one value for the whole policy. The type requires every such field, so that a
 * merge drops none.
 */
const isSingleField: Readonly<Record<Field, true>> = {
  profile: true,
  clockSkewAllowance: true,
  administrators: true,
  unvalidated: true,
};

const singleFields = Object.keys(isSingleField) as readonly Field[];

/**
 * Merges documents into one policy. Reports a conflict if two documents set the same field
 * differently, or if scopes of one rule in two documents can match the same write. Without
 * conflicts, the order of the documents has no effect on the mode of a rule for a write.
 */
export function mergeDocuments(documents: Documents): MergedDocument {
  const [first] = documents;
  if (documents.length === 1 && first !== undefined)
    return { document: first, partOf: (field) => ({ part: 0, field }), conflicts: [] };
  const ids = [...new Set(documents.flatMap(({ rules }) => Object.keys(rules ?? {})))];
  const entries = ids.map(
    (id) => [id, mergeRule(documents.map(({ rules }) => (rules as Rules | null | undefined)?.[id]))] as const,
  );
  const document: PolicyDocument = {
    apiVersion: policyApiVersion,
    kind: "Policy",
    ...Object.assign({}, ...singleFields.map((field) => firstSet(documents, field))),
    rules: Object.fromEntries(entries),
    exemptions: documents.flatMap(({ exemptions }) => exemptions ?? []),
    fences: documents.flatMap(({ fences }) => fences ?? []),
  };
  const conflicts = [
    ...singleFields.flatMap((field) => singleConflicts(documents, field)),
    ...ids.flatMap((id) => ruleConflicts(documents, id)),
  ];
  return { document, partOf: (field) => partFieldOf(documents, field), conflicts };
}

function firstSet(documents: Documents, field: Field): Partial<PolicyDocument> {
  const value = documents.find((document) => isSet(document[field]))?.[field];
  return value === undefined ? {} : { [field]: value };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Merges the entries of one rule. Null or undefined means that a document has no entry. */
function mergeRule(entries: readonly (RuleEntry | null | undefined)[]): RuleEntry {
  const scopes = entries.flatMap((entry) => entry?.scopes ?? []);
  const settings = entries.map((entry) => {
    const { scopes: _, ...setting } = entry ?? {};
    return setting;
  });
  return { ...Object.assign({}, ...settings), ...(scopes.length > 0 && { scopes }) };
}

function singleConflicts(documents: Documents, field: Field): readonly PartError[] {
  const values = documents.map((document) => document[field]);
  return differing(values).map(([part, other]) =>
    conflict(part, [field], { part: other, field: [field] }, values[part]),
  );
}

const modeFields = ["mode", "warnUntil", "warnNewHolder"] as const;

function ruleConflicts(documents: Documents, id: string): readonly PartError[] {
  const field = ruleField(id as RuleId);
  const entries = documents.map(({ rules }) => (rules as Rules | null | undefined)?.[id] ?? undefined);
  const modes = entries.map((entry) => {
    const { mode, warnUntil, warnNewHolder } = entry ?? {};
    return isSet(mode ?? warnUntil ?? warnNewHolder) ? { mode, warnUntil, warnNewHolder } : undefined;
  });
  const parameters = entries.map((entry) => entry?.parameters);
  return [
    ...differing(modes).map(([part, other]) => {
      const differs = (name: (typeof modeFields)[number]) => modes[part]?.[name] !== modes[other]?.[name];
      const name = modeFields.find(differs) ?? "mode";
      return conflict(part, [...field, name], { part: other, field: [...field, name] }, modes[part]?.[name]);
    }),
    ...differing(parameters).map(([part, other]) =>
      conflict(part, [...field, "parameters"], { part: other, field: [...field, "parameters"] }, parameters[part]),
    ),
    ...scopeConflicts(entries, [...field, "scopes"]),
  ];
}

/**
 * Returns the index of each value that differs from the first set value, with the index of the
 * first set value.
 */
function differing(values: readonly unknown[]): readonly (readonly [part: number, first: number])[] {
  const first = values.findIndex(isSet);
  return values.flatMap((value, part) =>
    isSet(value) && canonicalJson(value) !== canonicalJson(values[first]) ? [[part, first] as const] : [],
  );
}

function conflict(part: number, field: FieldPath, other: PartField, value: unknown): PartError {
  const detail = "must not differ from the value in another file, which is at";
  return { part, error: value === undefined ? forbidden(field, detail) : invalid(field, value, detail), other };
}

/**
 * Returns an error for each scope that can match the same write as a scope of an earlier document.
 */
function scopeConflicts(entries: readonly (RuleEntry | undefined)[], field: FieldPath): readonly PartError[] {
  const scopes = entries.flatMap((entry, part) =>
    (entry?.scopes ?? []).map(({ match }, index) => ({ part, match, field: [...field, index] })),
  );
  return scopes.flatMap((scope) => {
    const other = scopes.find(({ part, match }) => part < scope.part && !areDisjoint(match, scope.match));
    if (other === undefined) return [];
    const error = forbidden(
      [...scope.field, "match"],
      "must not match writes that a scope in another file can match, which is at",
    );
    return [{ part: scope.part, error, other }];
  });
}

/**
 * Returns the document that sets a field of the merged document, and the path in this document. If
 * no document sets the field, returns the first document, or the first document with the rule of
 * the field.
 */
function partFieldOf(documents: Documents, field: FieldPath): PartField {
  const [name, second, third, index] = field;
  if ((name === "exemptions" || name === "fences") && typeof second === "number")
    return partItem(
      documents.map((document) => document[name]?.length ?? 0),
      second,
      field,
      1,
    );
  if (name !== "rules" || typeof second !== "object")
    return { part: atLeastFirst(documents.findIndex((document) => isSet(document[name as Field]))), field };
  const entries = documents.map(({ rules }) => (rules as Rules | null | undefined)?.[second.key]);
  if (third === "scopes" && typeof index === "number")
    return partItem(
      entries.map((entry) => entry?.scopes?.length ?? 0),
      index,
      field,
      3,
    );
  const owner = entries.findIndex((entry) => isSet(entry?.[third as keyof RuleEntry]));
  return { part: owner === -1 ? atLeastFirst(entries.findIndex((entry) => entry !== undefined)) : owner, field };
}

/**
 * Finds an item of a merged list in its document. `step` is the position of the item's index in
 * `field`.
 */
function partItem(lengths: readonly number[], index: number, field: FieldPath, step: number): PartField {
  let own = index;
  let part = 0;
  for (const length of lengths) {
    if (own < length) break;
    own -= length;
    part++;
  }
  return { part, field: field.with(step, own) };
}

function atLeastFirst(index: number): number {
  return Math.max(index, 0);
}
