import { describe, expect, it } from "vitest";
import type { ApiServer } from "../../src/cluster/api-server.ts";
import { ClusterError } from "../../src/cluster/cluster-error.ts";
import { manifestObjects } from "../../src/core/api/listed-objects.ts";
import { referenceKey } from "../../src/core/field/object-reference.ts";
import { objectReader } from "../../src/listing/object-reader.ts";
import { readOwners } from "../../src/listing/owners.ts";
import { auditedAt, type LeaseParts, leaseBy } from "../harness/audit-objects.ts";
import { streamed } from "../harness/streamed-server.ts";

const owned = (kind: string, parts: LeaseParts = {}, apiVersion = "apps/v1"): object =>
  leaseBy({ name: kind, ...parts, metadata: { ownerReferences: [{ apiVersion, kind, name: "web", uid: "old" }] } });

/** Returns the paths of the requests for the owners of Leases, and the result. */
async function read(leases: readonly object[], status?: number) {
  const requests: string[] = [];
  const api: ApiServer = async ({ path, accept }) => {
    requests.push(`${path.split("?")[0]}${accept?.includes("PartialObjectMetadataList") ? "" : " in full"}`);
    if (status !== undefined) throw new ClusterError("forbidden", { status });
    const items = [{ metadata: { namespace: "team-a", name: "web", uid: "new" } }];
    return { body: { kind: "PartialObjectMetadataList", metadata: {}, items }, date: auditedAt };
  };
  const { objects } = objectReader({ rules: undefined, now: auditedAt, candidates: [] })(
    manifestObjects({ kind: "List", items: leases }).objects,
  );
  return { requests, ...(await readOwners(streamed(api), { objects, readAt: auditedAt })) };
}

describe("the owners of Leases", () => {
  it("are read as metadata, in the only namespace that needs them", async () => {
    const { requests, owners, unread } = await read([owned("Deployment"), owned("DaemonSet")]);
    expect(requests).toEqual([
      "/apis/apps/v1/namespaces/team-a/deployments",
      "/apis/apps/v1/namespaces/team-a/daemonsets",
    ]);
    expect(owners.get(referenceKey({ kind: "Deployment", namespace: "team-a", name: "web" }))).toBe("new");
    expect(unread).toEqual([]);
  });

  it("are read in all namespaces if several namespaces need them", async () => {
    const { requests } = await read([owned("ReplicaSet"), owned("ReplicaSet", { namespace: "team-b" })]);
    expect(requests).toEqual(["/apis/apps/v1/replicasets"]);
  });

  it.each([
    ["an expired Lease", owned("Deployment", { renewed: -60 })],
    ["a Lease without a workload", leaseBy()],
    ["a Lease of a node", owned("Node", {}, "v1")],
    ["a Lease of a workload of another API group", owned("StatefulSet", {}, "apps.kruise.io/v1beta1")],
  ])("are not read for %s", async (_, lease) => {
    expect((await read([lease])).requests).toEqual([]);
  });

  it("are unread if the user must not read them", async () => {
    const { owners, unread } = await read([owned("StatefulSet")], 403);
    expect(owners.size).toBe(0);
    expect(unread).toEqual([{ resource: "statefulsets.apps", reason: "forbidden" }]);
  });
});
