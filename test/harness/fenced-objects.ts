import { defaultExportVersion } from "../../src/core/api/kubernetes-version.ts";
import { exportPolicy } from "../../src/export/export-policy.ts";
import type { AdmissionObject } from "../../src/export/objects.ts";
import type { Fence, FenceMode } from "../../src/policy/fence.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";

/** Returns the objects of the fence `a` for a Lease, with its keeper. */
export function fencedObjects(
  mode: FenceMode,
  lease: Fence["lease"] = { namespace: "team-a", name: "controller" },
  identity = "POD_*",
): readonly AdmissionObject[] {
  const fence = {
    ...{ name: "a", lease, serviceAccount: lease, identity },
    ...{ resources: ["configmaps"], deletes: false, mode },
  };
  const { objects } = exportPolicy(
    { ...defaultPolicy, profile: "observe", fences: [fence] },
    {
      ...{ kubernetesVersion: defaultExportVersion, name: "guard", version: "0.1.0" },
      ...{ isStatic: false, hasRelations: false, failsClosed: false, isSplit: false },
      now: new Date("2026-07-01T08:00:00Z"),
    },
  );
  return objects.filter(({ metadata }) => /-(?:fence|view|keeper)-/.test(metadata.name));
}
