import { diagnose } from "../../doctor/diagnose.ts";
import type { Fields } from "../../doctor/fields.ts";
import type { Snapshot } from "../../doctor/snapshot.ts";
import { reaches } from "../../field/severity.ts";
import { revisionOf } from "../../server/policy/active-policy.ts";
import { baseRegistrationFile } from "../../text/installed-name.ts";
import { answerOf, openAsKubectl } from "../shared/cluster-flags.ts";
import { rejectClusterFlags } from "../shared/files-or-cluster.ts";
import { printReport } from "../shared/output.ts";
import { packageFile, packageVersion } from "../shared/package.ts";
import { startProgress } from "../shared/progress.ts";
import { certificateReader } from "./certificate-reader.ts";
import type { DoctorFlags } from "./flags.ts";
import { readCluster } from "./read-cluster.ts";
import { oneObject, readFiles } from "./read-files.ts";
import { doctorReports } from "./reports/reports.ts";

/**
 * Checks a cluster or files, prints a report, and returns the exit code. The code is 1 if a finding
 * reaches `--fail-on`, and 0 otherwise. Throws a usage error if the objects cannot be read.
 */
export async function runDoctor(flags: DoctorFlags): Promise<number> {
  const { filename, kubeconfig, context, connect, serviceAddress } = flags;
  rejectClusterFlags(filename, {
    "--kubeconfig": kubeconfig,
    "--context": context,
    "--connect": connect,
    "--service-address": serviceAddress,
  });
  const { snapshot, date } = await readSnapshot(flags);
  const diagnosis = diagnose(snapshot, {
    now: flags.now ?? date ?? new Date(),
    version: packageVersion(),
    shipped: await shippedConfiguration(),
    certificates: certificateReader,
    revisionOf,
    renewDeadlineSeconds: flags.renewDeadline,
    isPreflight: flags.preflight === true,
  });
  await printReport(doctorReports[flags.output](), diagnosis, flags.verbose === true ? { verbose: true } : {});
  return diagnosis.findings.some(({ severity }) => reaches(severity, flags.failOn)) ? 1 : 0;
}

async function readSnapshot(flags: DoctorFlags): Promise<{ readonly snapshot: Snapshot; readonly date?: Date | undefined }> {
  const { filename, preflight, connect, serviceAddress } = flags;
  if (filename !== undefined) return { snapshot: await readFiles(filename) };
  const { api } = openAsKubectl(flags);
  const isConnecting = connect === true || serviceAddress !== undefined;
  const progress = startProgress();
  const reading = { isPreflight: preflight === true, isConnecting, serviceAddress, progress };
  return await answerOf(readCluster(api, reading)).finally(progress.clear);
}

/** Returns the ValidatingWebhookConfiguration of `manifests/base`. */
async function shippedConfiguration(): Promise<Fields> {
  return oneObject(packageFile(baseRegistrationFile));
}
