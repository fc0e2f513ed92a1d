import type { ApiServer } from "../cluster/api-server.ts";
import { resultOf } from "../cluster/cluster-error.ts";
import { listPath } from "../core/api/requests.ts";
import { leaseApiVersion, resources } from "../core/api/served-versions.ts";
import type { Probe } from "../installation/snapshot.ts";
import type { RuleId } from "../rules/rule.ts";

/** The rule that reports the probe. In each profile but `observe`, it warns or denies. */
export const probedRule: RuleId = "lease/holder-identity-not-placeholder";

/**
 * Creates a Lease in a dry run, which stores nothing. The API server generates the name, so the
 * request cannot meet an existing Lease.
 */
export async function readProbe(api: ApiServer, namespace: string): Promise<Probe> {
  const body = {
    apiVersion: leaseApiVersion,
    kind: "Lease",
    metadata: { generateName: "lease-guard-probe-", namespace },
    spec: { holderIdentity: "$(POD_NAME)", leaseDurationSeconds: 15 },
  };
  const path = `${listPath(leaseApiVersion, namespace, resources.Lease)}?dryRun=All`;
  const response = await resultOf(api({ method: "POST", path, body }));
  if (response.ok) return { namespace, isSent: true, isAdmitted: true, text: response.value.warning ?? "" };
  const { status, message } = response.error;
  const isSent =
    status !== undefined && status !== 401 && status !== 404 && !message.includes("cannot create resource");
  return { namespace, isSent, isAdmitted: false, text: message };
}
