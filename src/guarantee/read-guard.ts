import type { ApiServer } from "../cluster/api-server.ts";
import { textAt } from "../core/api/fields.ts";
import { policyConfigMapName } from "../core/text/installed-name.ts";
import { findInstallation } from "../installation/installation.ts";
import { policyConfigMap } from "../installation/selected-policy.ts";
import type { Snapshot } from "../installation/snapshot.ts";
import type { SnapshotBuilder } from "../installation/snapshot-builder.ts";

/**
 * Reads the objects that protect the elections of a cluster: the registration and the policy of
 * lease-guard, and the labels of the namespaces. The snapshot also contains what the builder has
 * read before. What the user may not read becomes an entry of `unread`.
 */
export async function readGuard(api: ApiServer, builder: SnapshotBuilder): Promise<Snapshot> {
  const version = await builder.attempt("/version", () => api({ method: "GET", path: "/version" }));
  await builder.list("ValidatingWebhookConfiguration");
  await builder.list("ValidatingAdmissionPolicy");
  await builder.listMetadata("Namespace");
  const { namespace } = findInstallation(builder.snapshot());
  await builder.list("Service", namespace);
  await builder.list("Deployment", namespace);
  const name = policyConfigMap(findInstallation(builder.snapshot())) ?? policyConfigMapName;
  await builder.get("ConfigMap", namespace, name);
  return { ...builder.snapshot(), serverVersion: textAt(version?.body, "gitVersion") || undefined };
}
