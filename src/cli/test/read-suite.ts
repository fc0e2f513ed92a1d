import { property } from "../../api/json-object.ts";
import { errorText, type FieldError } from "../../field/error.ts";
import type { ManifestDocument } from "../../manifest/document.ts";
import { defaultPolicy } from "../../policy/policy.ts";
import { checkConfiguration } from "../../schema/unknown-fields.ts";
import { validators } from "./generated.ts";
import { type CaseDefaults, type CaseText, isFaulty, readCase } from "./read-case.ts";
import { type ReadText, readObject } from "./read-object.ts";
import { readSuitePolicy } from "./read-suite-policy.ts";
import type { Case, Suite, SuiteFault } from "./suite.ts";

const schema = "test.lease-guard.dev/v1alpha1/suite.json";

/** A suite as its schema lets it be written. */
interface SuiteText extends CaseDefaults {
  readonly policy?: string | object;
  readonly cases: readonly CaseText[];
}

/** True for what is meant to be a suite, however wrong the rest is. */
export function isSuite(value: unknown): boolean {
  const apiVersion = property(value, "apiVersion");
  return property(value, "kind") === "Suite" || (typeof apiVersion === "string" && apiVersion.startsWith("test.lease-guard.dev/"));
}

/** The suite of a document, or all that is wrong with it; a key that stands twice hides what somebody has written. */
export async function readSuite(document: ManifestDocument, readText: ReadText): Promise<Suite | readonly SuiteFault[]> {
  const read = await readFields(document, readText);
  const hidden = document.notes().map(({ position, message }) => ({ ...position, message }));
  if (isFaulty(read)) return [...read.map((fault) => ({ ...document.locate(fault.field), message: errorText(fault) })), ...hidden];
  return hidden.length > 0 ? hidden : read;
}

async function readFields({ value, locate }: ManifestDocument, readText: ReadText): Promise<Suite | readonly FieldError[]> {
  const decoded = checkConfiguration<SuiteText>(validators, schema, value);
  if (!decoded.ok) return decoded.error;
  const suite = decoded.value;
  const policy = suite.policy === undefined ? defaultPolicy : await readSuitePolicy(suite.policy, readText);
  const oldObject = suite.oldObject && (await readObject(suite.oldObject, ["oldObject"], readText));
  const surroundings = { givens: suite, oldObject: isFaulty(oldObject) ? undefined : oldObject, readText, locate };
  const read = isFaulty(oldObject)
    ? []
    : await Promise.all(suite.cases.map((text, index) => readCase(text, ["cases", index], surroundings)));
  const faults = [policy, oldObject, ...read].filter(isFaulty).flat();
  if (faults.length > 0 || isFaulty(policy)) return faults;
  return { policy, cases: read.filter(isCase) };
}

function isCase(read: Case | readonly FieldError[]): read is Case {
  return !isFaulty(read);
}
