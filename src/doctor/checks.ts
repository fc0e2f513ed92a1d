import type { DoctorCheck } from "./check.ts";
import { certificateChecks } from "./checks/certificates.ts";
import { deploymentChecks } from "./checks/deployment.ts";
import { exportedChecks } from "./checks/exported.ts";
import { fenceChecks } from "./checks/fences.ts";
import { foreignPolicyChecks } from "./checks/foreign-policies.ts";
import { foreignWebhookChecks } from "./checks/foreign-webhooks.ts";
import { nameChecks } from "./checks/names.ts";
import { networkChecks } from "./checks/network.ts";
import { policyChecks } from "./checks/policy.ts";
import { preflightChecks } from "./checks/preflight.ts";
import { probeChecks } from "./checks/probe.ts";
import { quotaChecks } from "./checks/quotas.ts";
import { registrationChecks } from "./checks/registration.ts";
import { renewalJobChecks } from "./checks/renewal-job.ts";
import { renewalRightsChecks } from "./checks/renewal-rights.ts";
import { selectionChecks } from "./checks/selection.ts";
import { sentWritesChecks } from "./checks/sent-writes.ts";
import { serviceChecks } from "./checks/service.ts";
import { timingChecks } from "./checks/timing.ts";
import { trackedLeasesChecks } from "./checks/tracked-leases.ts";
import { versionChecks } from "./checks/versions.ts";

/** The checks of an existing installation, in the order of the reports. */
const ofInstallation: readonly DoctorCheck[] = [
  ...registrationChecks,
  ...certificateChecks,
  ...renewalJobChecks,
  ...renewalRightsChecks,
  ...serviceChecks,
  ...networkChecks,
  ...sentWritesChecks,
  ...selectionChecks,
  ...nameChecks,
  ...timingChecks,
  ...deploymentChecks,
  ...policyChecks,
  ...probeChecks,
];

export const doctorChecks: readonly DoctorCheck[] = [
  ...preflightChecks,
  ...ofInstallation,
  ...versionChecks,
  ...exportedChecks,
  ...fenceChecks,
  ...trackedLeasesChecks,
  ...quotaChecks,
  ...foreignWebhookChecks,
  ...foreignPolicyChecks,
];

/** The checks of an existing installation, which `--preflight` skips. */
export const installedChecks: ReadonlySet<DoctorCheck> = new Set(ofInstallation);
