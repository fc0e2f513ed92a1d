import { failed, ok, type Result } from "../../src/core/field/result.ts";
import type { DocumentProblem } from "../../src/manifest/document.ts";
import { readDocuments } from "../../src/manifest/read-documents.ts";
import { readSuite, type SuiteFiles } from "../../src/suite/read-suite.ts";
import type { Suite } from "../../src/suite/suite.ts";

/** A Lease in the format of a suite, on one line. */
export const lease =
  "{ apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: { namespace: team-a, name: a }, spec: { holderIdentity: a, leaseDurationSeconds: 15 } }";

/** The files that the suites of these tests reference. */
const files: Readonly<Record<string, string>> = {
  "policy.yaml": "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nprofile: observe\n",
  "bad-policy.yaml": "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nprofil: strict\n",
  "lease.yaml": `---\n${lease}\n`,
  "two.yaml": `${lease}\n---\n${lease}\n`,
  "candidate.yaml":
    "apiVersion: coordination.k8s.io/v1beta1\nkind: LeaseCandidate\nmetadata: { namespace: team-a, name: a-1 }\nspec: { leaseName: a }\n",
  "undecodable.yaml": lease.replace("15", '"15"'),
  "broken.yaml": "\tbroken",
  "unknown.yaml": lease.replace("spec:", "spec: { renewtime: 1 }, spek:"),
};

const readText: SuiteFiles["readText"] = (path) => {
  const text = files[path];
  return Promise.resolve(text === undefined ? failed("must be readable: ENOENT: no such file or directory") : ok(text));
};

const readPolicyFiles: SuiteFiles["readPolicyFiles"] = async (path) => {
  const text = await readText(path);
  return text.ok ? ok([{ file: path, text: text.value }]) : failed(`${path} ${text.error}`);
};

/**
 * Reads the first document of a string as a suite. Throws if there is no document, or if it cannot
 * be parsed.
 */
export async function suiteOf(text: string): Promise<Result<Suite, readonly DocumentProblem[]>> {
  for await (const document of readDocuments(text)) {
    if (!document.ok) throw new Error(document.error.message);
    return readSuite(document.value, { readText, readPolicyFiles });
  }
  throw new Error("no document");
}

/**
 * Returns the YAML of a suite with the given lines and cases, after its `apiVersion` and `kind`.
 */
export function suiteText(lines: readonly string[], ...cases: readonly string[]): string {
  const head = ["apiVersion: test.lease-guard.dev/v1alpha1", "kind: Suite", ...lines];
  return [...head, "cases:", ...cases.map((text) => `- ${text}`), ""].join("\n");
}
