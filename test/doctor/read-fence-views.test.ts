import { describe, expect, it } from "vitest";
import type { ApiServer } from "../../src/cluster/api-server.ts";
import { ClusterError } from "../../src/cluster/cluster-error.ts";
import { readFenceViews } from "../../src/doctor/read-fence-views.ts";
import { type Snapshot, snapshotObject } from "../../src/installation/snapshot.ts";
import { fencedObjects } from "../harness/fenced-objects.ts";

const times = (second: number): string => `2026-07-01T08:00:0${second}.000000Z`;
const snapshot: Snapshot = {
  objects: fencedObjects("warn").map((object) => snapshotObject(object.kind, { ...object })),
  read: new Set(),
  unread: [],
};
const slices = (...addresses: readonly string[]): object => ({
  items: [{ ports: [{ name: "https", port: 6443 }], endpoints: addresses.map((each) => ({ addresses: [each] })) }],
});

interface Simulated {
  readonly stored: string | undefined;
  /** The views of the dry runs, one for each attempt. */
  readonly viewed: string[];
  readonly paths?: string[];
  readonly status?: number;
}

function server({ stored, viewed, paths = [], status }: Simulated, listed: object = { items: [] }): ApiServer {
  return async ({ method, path, body }) => {
    paths.push(`${method} ${path}`);
    const date = undefined;
    if (path.includes("endpointslices")) return { body: listed, date };
    if (path === "/version") return { body: {}, date };
    if (method === "GET")
      return { body: { items: stored === undefined ? [] : [{ spec: { renewTime: stored } }] }, date };
    if (status !== undefined) throw new ClusterError("cannot create resource", { status });
    expect(body).toMatchObject({ kind: "Event", metadata: { labels: { "lease-guard.dev/view": "a" } } });
    const view = viewed.length > 1 ? viewed.shift() : viewed[0];
    const warning = view && `299 - "Validation failed: the view of Lease team-a/controller has renewTime ${view}"`;
    return { body: {}, date, warning };
  };
}

const read = (api: ApiServer, at: (address: string) => ApiServer | undefined = () => undefined) =>
  readFenceViews(snapshot, { cluster: { api, server: "https://main", at }, namespace: "default", intervalMs: 0 });

describe("the view of a fence", () => {
  it.each([
    ["current", { stored: times(1), viewed: [times(1)] }, { viewed: times(1), stored: times(1), reason: "" }],
    ["newer", { stored: times(1), viewed: [times(2)] }, { viewed: times(2), stored: times(1), reason: "" }],
    ["late", { stored: times(2), viewed: [times(1), times(1), times(2)] }, { viewed: times(2), reason: "" }],
    ["frozen", { stored: times(2), viewed: [times(1)] }, { viewed: times(1), stored: times(2), reason: "" }],
    [
      "absent",
      { stored: times(2), viewed: [] },
      { viewed: undefined, reason: expect.stringContaining("no policy answers for the fence a") },
    ],
    [
      "of no Lease",
      { stored: undefined, viewed: [] },
      { stored: undefined, reason: "Lease team-a/controller does not exist" },
    ],
    [
      "of a deleted Lease",
      { stored: undefined, viewed: [times(1)] },
      { viewed: times(1), stored: undefined, reason: "" },
    ],
    [
      "of a Lease that was deleted just now",
      { stored: undefined, viewed: [times(1), ""] },
      { viewed: undefined, reason: "Lease team-a/controller does not exist" },
    ],
    [
      "not permitted",
      { stored: times(1), viewed: [], status: 403 },
      { viewed: undefined, reason: "cannot create resource" },
    ],
  ])("is %s", async (_, simulated, view) => {
    const { views, unreached } = await read(server(simulated));
    expect(views).toMatchObject([{ server: "https://main", policy: "guard-fence-a", ...view }]);
    expect(unreached).toStrictEqual([]);
  });

  it("is asked for in a dry run, and a current one only once", async () => {
    const paths: string[] = [];
    await read(server({ stored: times(1), viewed: [times(1)], paths }));
    expect(paths.slice(1)).toStrictEqual([
      "GET /apis/coordination.k8s.io/v1/namespaces/team-a/leases?fieldSelector=metadata.name%3Dcontroller",
      "POST /api/v1/namespaces/default/events?dryRun=All",
    ]);
  });

  it("is read from every API server that responds", async () => {
    const frozen = server({ stored: times(2), viewed: [times(1)] });
    const current = server({ stored: times(2), viewed: [times(2)] });
    const unreachable: ApiServer = async () => {
      throw new ClusterError("no route");
    };
    const servers = new Map([
      ["https://10.0.0.1:6443", frozen],
      ["https://10.0.0.2:6443", current],
      ["https://10.0.0.3:6443", unreachable],
    ]);
    const main = server({ stored: times(2), viewed: [] }, slices("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.1"));
    const { views, unreached } = await read(main, (address) => servers.get(address));
    expect(views.map((view) => [view.server, view.viewed])).toStrictEqual([
      ["https://10.0.0.1:6443", times(1)],
      ["https://10.0.0.2:6443", times(2)],
    ]);
    expect(unreached).toStrictEqual(["https://10.0.0.3:6443: no route"]);
  });

  it("is not asked for without a fence", async () => {
    const paths: string[] = [];
    const none = { ...snapshot, objects: [] };
    const cluster = { api: server({ stored: "", viewed: [], paths }), server: "https://main", at: () => undefined };
    expect(await readFenceViews(none, { cluster, namespace: "default" })).toStrictEqual({
      views: [],
      unreached: [],
      unasked: 0,
    });
    expect(paths).toStrictEqual([]);
  });

  it("is read of at most 20 fences", async () => {
    const [policy] = fencedObjects("warn");
    const objects = Array.from({ length: 23 }, () => snapshotObject("ValidatingAdmissionPolicy", { ...policy }));
    const cluster = {
      api: server({ stored: times(1), viewed: [times(1)] }),
      server: "https://main",
      at: () => undefined,
    };
    const { views, unasked } = await readFenceViews({ ...snapshot, objects }, { cluster, namespace: "default" });
    expect([views.length, unasked]).toStrictEqual([20, 3]);
  });
});
