import { type FieldError, fieldMessage, invalid } from "../core/field/error.ts";
import { allOk, failed, ok, type Result } from "../core/field/result.ts";
import { placeText } from "../core/text/position.ts";
import type { DocumentProblem, ManifestDocument } from "../manifest/document.ts";
import { decodePolicy } from "../policy/file/decode-policy.ts";
import { type PolicyFile, suiteApiVersion } from "../policy/file/policy-parts.ts";
import { readPolicy } from "../policy/file/read-policy.ts";
import { defaultPolicy, type Policy } from "../policy/policy.ts";
import { configurationError, type RequiredDetails } from "../schema/to-field-error.ts";
import { checkConfiguration } from "../schema/unknown-fields.ts";
import { withoutProblems } from "../terminal/document-problems.ts";
import { validators } from "./generated.ts";
import { besideReader } from "./read-beside.ts";
import { type CaseDefaults, type CaseText, readCase } from "./read-case.ts";
import { type ReadText, readObject } from "./read-object.ts";
import type { Suite } from "./suite.ts";

const schema = `${suiteApiVersion}/suite.json`;

interface SuiteText extends CaseDefaults {
  readonly policy?: string | object;
  readonly cases: readonly CaseText[];
}

export interface SuiteFiles {
  readonly readText: ReadText;
  readonly readPolicyFiles: ReadSuiteFiles;
}

const requiredDetails: RequiredDetails = { apiVersion: `must be ${suiteApiVersion}`, kind: "must be Suite" };

/**
 * Reads the suite in a document. Returns the suite, or the errors in the order of the file. The
 * position of an unknown field is the position of its value, because a manifest has no positions of
 * keys.
 */
export async function readSuite(
  document: ManifestDocument,
  files: SuiteFiles,
): Promise<Result<Suite, readonly DocumentProblem[]>> {
  return withoutProblems(document, await readFields(document, files), ({ field }) => document.locate(field));
}

async function readFields(
  { value, locate }: ManifestDocument,
  { readText, readPolicyFiles }: SuiteFiles,
): Promise<Result<Suite, readonly FieldError[]>> {
  const decoded = checkConfiguration(validators, schema, value);
  if (!decoded.ok) return failed(decoded.error.map((finding) => configurationError(finding, requiredDetails)));
  const suite = value as SuiteText;
  const policy = suite.policy === undefined ? ok(defaultPolicy) : await readSuitePolicy(suite.policy, readPolicyFiles);
  const oldObject =
    suite.oldObject === undefined ? ok(undefined) : await readObject(suite.oldObject, ["oldObject"], readText);
  const readBeside = besideReader(readText);
  const beside = suite.beside === undefined ? ok(undefined) : await readBeside(suite.beside, ["beside"]);
  // If an object that the cases share is invalid, does not read the cases, because each case would
  // report the same error.
  const shared = { defaults: suite, readText, readBeside, locate };
  const context = oldObject.ok && beside.ok && { ...shared, oldObject: oldObject.value, beside: beside.value };
  const read = context
    ? await Promise.all(suite.cases.map((text, index) => readCase(text, ["cases", index], context)))
    : [];
  const cases = allOk(read);
  if (policy.ok && oldObject.ok && beside.ok && cases.ok) return ok({ policy: policy.value, cases: cases.value });
  return failed([policy, oldObject, beside, cases].flatMap((part) => (part.ok ? [] : part.error)));
}

/**
 * Reads the files of a policy in the same formats as `serve --policy`. `path` is relative to the
 * directory of the suite. The error starts with a path.
 */
type ReadSuiteFiles = (path: string) => Promise<Result<readonly PolicyFile[], string>>;

/** Reads the policy of a suite from a file, from a directory, or from the suite itself. */
async function readSuitePolicy(
  policy: string | object,
  readFiles: ReadSuiteFiles,
): Promise<Result<Policy, readonly FieldError[]>> {
  if (typeof policy !== "string") {
    const decoded = decodePolicy(policy);
    return decoded.ok
      ? decoded
      : failed(decoded.error.map((error) => ({ ...error, field: ["policy", ...error.field] })));
  }
  const files = await readFiles(policy);
  if (!files.ok) return failed([invalid(["policy"], policy, files.error)]);
  const read = readPolicy(files.value);
  if (read.ok) return ok(read.value.policy);
  return failed(read.error.map((error) => invalid(["policy"], policy, `${placeText(error)}: ${fieldMessage(error)}`)));
}
