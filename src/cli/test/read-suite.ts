import { property } from "../../api/json-object.ts";
import { isOfApiGroup } from "../../api/meta.ts";
import { errorText, type FieldError } from "../../field/error.ts";
import { allOk, failed, ok, type Result } from "../../field/result.ts";
import type { DocumentProblem, ManifestDocument } from "../../manifest/document.ts";
import { defaultPolicy } from "../../policy/policy.ts";
import { suiteGroup } from "../../policy-file/policy-parts.ts";
import { checkConfiguration } from "../../schema/unknown-fields.ts";
import { validators } from "./generated.ts";
import { besideReader } from "./read-beside.ts";
import { type CaseDefaults, type CaseText, readCase } from "./read-case.ts";
import { type ReadText, readObject } from "./read-object.ts";
import { type ReadPolicyFiles, readSuitePolicy } from "./read-suite-policy.ts";
import type { Suite } from "./suite.ts";

const schema = "test.lease-guard.dev/v1alpha1/suite.json";

/** A suite in a form that its schema allows. */
interface SuiteText extends CaseDefaults {
  readonly policy?: string | object;
  readonly cases: readonly CaseText[];
}

/** The functions that read the files which a suite names. */
export interface SuiteFiles {
  readonly readText: ReadText;
  readonly readPolicyFiles: ReadPolicyFiles;
}

/**
 * Reports whether a document has the kind or the API group of a suite, even if the rest is invalid.
 */
export function isSuite(value: unknown): boolean {
  return property(value, "kind") === "Suite" || isOfApiGroup(value, suiteGroup);
}

/**
 * Reads the suite in a document. A duplicate field is an error, because its first value would have
 * no effect.
 */
export async function readSuite(document: ManifestDocument, files: SuiteFiles): Promise<Result<Suite, readonly DocumentProblem[]>> {
  const read = await readFields(document, files);
  const duplicates = document.duplicates();
  if (read.ok) return duplicates.length > 0 ? failed(duplicates) : read;
  const problems = read.error.map((error) => ({ ...document.locate(error.field), message: errorText(error) }));
  return failed([...problems, ...duplicates]);
}

async function readFields(
  { value, locate }: ManifestDocument,
  { readText, readPolicyFiles }: SuiteFiles,
): Promise<Result<Suite, readonly FieldError[]>> {
  const decoded = checkConfiguration(validators, schema, value);
  if (!decoded.ok) return decoded;
  const suite = value as SuiteText;
  const policy = suite.policy === undefined ? ok(defaultPolicy) : await readSuitePolicy(suite.policy, readPolicyFiles);
  const oldObject = suite.oldObject === undefined ? ok(undefined) : await readObject(suite.oldObject, ["oldObject"], readText);
  const readBeside = besideReader(readText);
  const beside = suite.beside === undefined ? ok(undefined) : await readBeside(suite.beside, ["beside"]);
  // If an object that the cases share is invalid, the cases are not read, because each case would
  // report the same error.
  const shared = { defaults: suite, readText, readBeside, locate };
  const context = oldObject.ok && beside.ok && { ...shared, oldObject: oldObject.value, beside: beside.value };
  const read = context ? await Promise.all(suite.cases.map((text, index) => readCase(text, ["cases", index], context))) : [];
  const cases = allOk(read);
  if (policy.ok && oldObject.ok && beside.ok && cases.ok) return ok({ policy: policy.value, cases: cases.value });
  return failed([policy, oldObject, beside, cases].flatMap((part) => (part.ok ? [] : part.error)));
}
