import { readFileSync } from "node:fs";
import { oldestExportVersion } from "../../src/core/api/kubernetes-version.ts";
import { defaultExport } from "../../src/export/default-export.ts";
import { packageVersion } from "../package-version.ts";
import type { GeneratedFile } from "./generated-file.ts";

const path = "manifests/components/policies/policies.yaml";
const source = "manifests/base/policy.yaml";

/**
 * Returns the export of the policy of `manifests/base`. Imports the exporter only when the caller
 * runs this function, because the exporter imports files that other generators write.
 */
export async function policiesManifest(): Promise<GeneratedFile> {
  const [{ readPolicy }, { exportPolicy }, { exportManifest }] = await Promise.all([
    import("../../src/policy/file/read-policy.ts"),
    import("../../src/export/export-policy.ts"),
    import("../../src/cli/policy/export-manifest.ts"),
  ]);
  const read = readPolicy([{ file: source, text: readFileSync(source, "utf8") }]);
  if (!read.ok) throw new Error(`${source} must be a valid policy`);
  const options = {
    ...defaultExport,
    kubernetesVersion: oldestExportVersion,
    // A fixed time before all dates of the policy, so that the file does not depend on the date.
    now: new Date(0),
    version: packageVersion(),
  };
  return { path, text: exportManifest(exportPolicy(read.value.policy, options), source, options) };
}
