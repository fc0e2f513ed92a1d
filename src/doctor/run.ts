import type { Fields } from "../core/api/fields.ts";
import { defaultNamespace } from "../core/api/meta.ts";
import { reaches } from "../core/field/severity.ts";
import { baseRegistrationFile } from "../core/text/installed-name.ts";
import { oneObject, readFiles } from "../installation/read-files.ts";
import type { Snapshot } from "../installation/snapshot.ts";
import { revisionOf } from "../policy/file/policy-revision.ts";
import { answerOf, openAsKubectl, rejectClusterFlags } from "../terminal/cluster-flags.ts";
import { growHeapSlowly, limitYoungGeneration } from "../terminal/limit-young-generation.ts";
import { packageFile, packageVersion } from "../terminal/package.ts";
import { startProgress } from "../terminal/progress.ts";
import { writeReports } from "../terminal/write-reports.ts";
import { certificateReader } from "./certificate-reader.ts";
import { diagnose } from "./diagnose.ts";
import type { DoctorFlags } from "./flags.ts";
import { readCluster } from "./read-cluster.ts";
import { doctorReports } from "./reports/reports.ts";

/**
 * Checks a cluster or files, prints a report, and returns the exit code. The code is 1 if a finding
 * reaches `--fail-on`, and 0 otherwise. Throws a usage error if the objects cannot be read.
 */
export async function runDoctor(flags: DoctorFlags): Promise<number> {
  const { filename, kubeconfig, context, connect, serviceAddress, probe, fences } = flags;
  rejectClusterFlags(filename, {
    "--kubeconfig": kubeconfig,
    "--context": context,
    "--connect": connect,
    "--service-address": serviceAddress,
    "--probe": probe,
    "--fences": fences,
  });
  // A cluster can have many objects, and reading them creates many short-lived ones.
  limitYoungGeneration();
  growHeapSlowly();
  const { snapshot, date, assumptions = [] } = await readSnapshot(flags);
  const diagnosis = diagnose(snapshot, {
    now: flags.now ?? date ?? new Date(),
    version: packageVersion(),
    shipped: await shippedConfiguration(),
    certificates: certificateReader,
    revisionOf,
    renewDeadlineSeconds: flags.renewDeadline,
    isPreflight: flags.preflight === true,
    namespace: flags.namespace,
  });
  const assumed = { ...diagnosis, assumptions: [...diagnosis.assumptions, ...assumptions] };
  await writeReports(doctorReports, flags.output, assumed, {
    verbose: flags.verbose === true,
    failingFrom: flags.failOn,
  });
  return diagnosis.findings.some(({ severity }) => reaches(severity, flags.failOn)) ? 1 : 0;
}

/** The assumption of the doctor if the API server does not send its time. */
const localTime =
  "the time is that of this computer, because the response to /version has no header Date; to set it, use --now";

interface TimedSnapshot {
  readonly snapshot: Snapshot;
  readonly date?: Date | undefined;
  readonly assumptions?: readonly string[];
}

async function readSnapshot(flags: DoctorFlags): Promise<TimedSnapshot> {
  const { filename, preflight, connect, serviceAddress, namespace, now } = flags;
  if (filename !== undefined) return { snapshot: await readFiles(filename) };
  const cluster = openAsKubectl(flags);
  const isConnecting = connect === true || serviceAddress !== undefined;
  const progress = startProgress();
  const inDefault = (value: string | true | undefined) => (value === true ? defaultNamespace : value);
  const [probe, viewed] = [inDefault(flags.probe), inDefault(flags.fences)];
  const fences = viewed === undefined ? undefined : { cluster, namespace: viewed };
  const reading = { isPreflight: preflight === true, isConnecting, serviceAddress, probe, fences, namespace, progress };
  const read = await answerOf(readCluster(cluster.api, reading)).finally(progress.clear);
  return { ...read, assumptions: read.date === undefined && now === undefined ? [localTime] : [] };
}

/** Returns the ValidatingWebhookConfiguration of `manifests/base`. */
async function shippedConfiguration(): Promise<Fields> {
  return oneObject(packageFile(baseRegistrationFile));
}
