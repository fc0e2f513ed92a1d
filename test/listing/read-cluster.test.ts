import { describe, expect, it } from "vitest";
import type { ApiServer } from "../../src/cluster/api-server.ts";
import { ClusterError } from "../../src/cluster/cluster-error.ts";
import { listingBudget } from "../../src/listing/listing-budget.ts";
import { readHosts, readLeaderships, readListing, requireNamespace } from "../../src/listing/read-cluster.ts";
import { storedRules } from "../../src/listing/stored-rules.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { auditedAt, candidateBy, leaseBy, uuid } from "../harness/audit-objects.ts";
import { streamed } from "../harness/streamed-server.ts";

const rules = storedRules(defaultPolicy);
const group = "/apis/coordination.k8s.io";
const progress = { show: (text: () => string): string => text(), clear: () => {} };

/**
 * The responses by path. For each request in turn, the response is a list of items or the status of
 * an error.
 */
type Answers = Readonly<Record<string, readonly (readonly object[] | number)[]>>;

/** Returns an API server with the given pages. Each page except the last names the next one. */
function serverOf(
  answers: Answers,
  date: Date | undefined = auditedAt,
): {
  readonly api: ApiServer;
  readonly paths: string[];
  readonly accepted: (readonly [path: string, accept: string | undefined])[];
} {
  const paths: string[] = [];
  const accepted: (readonly [path: string, accept: string | undefined])[] = [];
  const asked = new Map<string, number>();
  const api: ApiServer = ({ path, accept }) => {
    paths.push(path);
    const [resource = ""] = path.split("?");
    accepted.push([resource, accept]);
    const count = asked.get(resource) ?? 0;
    asked.set(resource, count + 1);
    const pages = answers[resource] ?? [404];
    const page = pages[count] ?? 500;
    if (typeof page === "number")
      return Promise.reject(new ClusterError(`the API server responded with ${page}`, { status: page }));
    const kind = resource.endsWith("leases") ? "LeaseList" : "LeaseCandidateList";
    const next = pages.slice(count + 1).length > 0 ? `page ${count + 1}` : "";
    return Promise.resolve({
      body: { kind, apiVersion: "coordination.k8s.io/v1", metadata: { continue: next }, items: page },
      date,
    });
  };
  return { api, paths, accepted };
}

const readingOf = (api: ApiServer, namespace?: string) => ({ api: streamed(api), namespace, progress });

describe("the listing of a cluster", () => {
  it("contains the objects of all pages, by the time of the first page", async () => {
    const { api, paths } = serverOf({ [`${group}/v1/leases`]: [[leaseBy({ name: "a" })], [leaseBy({ name: "b" })]] });
    const { objects, readAt, unread } = await readListing(readingOf(api), rules);
    expect(objects.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(readAt).toEqual(auditedAt);
    expect(unread).toEqual([
      { resource: "leasecandidates.coordination.k8s.io", reason: "the API server does not serve them" },
    ]);
    expect(paths).toEqual([
      ...["v1beta1", "v1alpha2", "v1alpha1"].map((version) => `${group}/${version}/leasecandidates?limit=500`),
      `${group}/v1/leases?limit=500`,
      `${group}/v1/leases?limit=500&continue=page+1`,
    ]);
  });

  it("begins again if the list expires", async () => {
    const { api } = serverOf({ [`${group}/v1/leases`]: [[leaseBy({ name: "old" })], 410, [leaseBy({ name: "new" })]] });
    expect((await readListing(readingOf(api), rules)).objects.map(({ name }) => name)).toEqual(["new"]);
  });

  it("reads 130,000 objects as one page, which are too many arguments for a function", async () => {
    const restarted = (item: object): readonly (object[] | number)[] => [
      [item],
      410,
      Array.from({ length: 130_000 }, () => item),
    ];
    const named = { metadata: { namespace: "a", name: "worker" } };
    const { api } = serverOf({
      "/api/v1/pods": [[]],
      "/api/v1/nodes": restarted(named),
      [`${group}/v1/leases`]: restarted(named),
    });
    expect((await readHosts(readingOf(api))).nodes?.size).toBe(1);
    const budget = listingBudget({ total: 100_000, namespace: 50_000 });
    const { objects, problems } = await readListing({ ...readingOf(api), budget }, undefined);
    expect(objects.length).toBeGreaterThan(10);
    expect(problems).toEqual([
      {
        resource: "objects of the namespace a",
        reason: `${130_000 - objects.length} objects did not fit into the memory of the audit; use -n to audit the namespaces separately`,
      },
    ]);
  });

  it("reads candidates in the first served version", async () => {
    const served = `${group}/v1alpha2/leasecandidates`;
    const { api } = serverOf({
      [served]: [[candidateBy()]],
      [`${group}/v1/leases`]: [[leaseBy({ name: "elected" }), leaseBy()]],
    });
    const { objects, unread } = await readListing(readingOf(api), rules);
    expect(objects.map(({ kind, viewed }) => [kind, viewed !== undefined])).toEqual([
      ["LeaseCandidate", true],
      ["Lease", true],
      ["Lease", false],
    ]);
    expect(unread).toEqual([]);
  });

  it("survives forbidden candidates, but not forbidden Leases", async () => {
    const forbidden = { [`${group}/v1beta1/leasecandidates`]: [403] };
    const { api, paths } = serverOf({ ...forbidden, [`${group}/v1/leases`]: [[leaseBy()]] });
    expect((await readListing(readingOf(api), rules)).unread).toEqual([
      { resource: "leasecandidates.coordination.k8s.io", reason: "the API server responded with 403" },
    ]);
    expect(paths.filter((path) => path.includes("leasecandidates")).length).toBe(1);
    await expect(readListing(readingOf(serverOf({ [`${group}/v1/leases`]: [403] }).api), rules)).rejects.toThrow(
      "responded with 403",
    );
  });

  it("reads one namespace", async () => {
    const { api, paths } = serverOf({ [`${group}/v1/namespaces/team-a/leases`]: [[leaseBy()]] });
    expect((await readListing(readingOf(api, "team-a"), rules)).objects.length).toBe(1);
    expect(paths.every((path) => path.includes("/namespaces/team-a/"))).toBe(true);
  });

  it("requires the time of the API server", async () => {
    const api: ApiServer = async (request) => ({
      ...(await serverOf({ [`${group}/v1/leases`]: [[leaseBy()]] }).api(request)),
      date: undefined,
    });
    await expect(readListing(readingOf(api), rules)).rejects.toThrow("must send the header Date");
  });
});

describe("the hosts of a cluster", () => {
  const pod = (namespace: string, name: string) => ({ metadata: { namespace, name } });

  it("are all running pods, and the nodes", async () => {
    const { api, paths } = serverOf({
      "/api/v1/pods": [[pod("team-a", "web-0"), pod("team-a", "other")], [pod("team-b", "web-0")]],
      "/api/v1/nodes": [[{ metadata: { name: "worker-1.example.com" } }]],
    });
    const { pods, nodes, unread } = await readHosts(readingOf(api, "team-a"));
    expect([...(pods?.all() ?? [])].map(({ namespace, name }) => `${namespace}/${name}`)).toEqual([
      "team-a/web-0",
      "team-a/other",
      "team-b/web-0",
    ]);
    expect([...(nodes?.keys() ?? [])]).toEqual(["worker-1", "worker-1.example.com"]);
    expect(unread).toEqual([]);
    expect(paths).toContain("/api/v1/pods?fieldSelector=status.phase%3DRunning&limit=500");
  });

  it("are read on all pages, the nodes from metadata only", async () => {
    const pages = [[pod("team-a", "web-0")], [pod("team-b", "web-0")]];
    const { api, accepted } = serverOf({ "/api/v1/pods": pages, "/api/v1/nodes": [[], []] });
    await readHosts(readingOf(api));
    const metadata = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
    expect(accepted.filter(([path]) => path === "/api/v1/nodes")).toEqual([
      ["/api/v1/nodes", metadata],
      ["/api/v1/nodes", metadata],
    ]);
    expect(accepted.filter(([path]) => path === "/api/v1/pods")).toHaveLength(2);
  });

  it("are unknown if the API server refuses them", async () => {
    const { pods, nodes, unread } = await readHosts(
      readingOf(serverOf({ "/api/v1/pods": [403], "/api/v1/nodes": [403] }).api),
    );
    expect({ pods, nodes }).toEqual({ pods: undefined, nodes: undefined });
    expect(unread.map(({ resource }) => resource)).toEqual(["pods", "nodes"]);
  });

  it("are an error if the API server does not know the user", async () => {
    await expect(readHosts(readingOf(serverOf({ "/api/v1/pods": [401] }).api))).rejects.toThrow("responded with 401");
  });

  it("are an error if the connection breaks", async () => {
    const api: ApiServer = () => Promise.reject(new ClusterError("the API server could not be reached"));
    await expect(readHosts(readingOf(api))).rejects.toThrow("could not be reached");
  });
});

describe("the events of a cluster", () => {
  const holder = `web-0_${uuid}`;
  const event = (namespace: string) => ({
    involvedObject: { kind: "Lease", namespace, name: "controller" },
    message: `${holder} resumed leading`,
    lastTimestamp: auditedAt.toISOString(),
  });
  const read = async (leases: readonly object[], answers: Answers) => {
    const { api, paths } = serverOf({ [`${group}/v1/leases`]: [leases], ...answers });
    const listing = await readListing(readingOf(api), rules);
    paths.length = 0;
    const { leaderships, unread } = await readLeaderships(readingOf(api), listing);
    return { times: [...leaderships.values()].flatMap((each) => each.map(({ fromMs }) => fromMs)), unread, paths };
  };
  const hung = (namespace: string) => leaseBy({ namespace, holder, renewed: -9000 });
  const selector = "fieldSelector=involvedObject.kind%3DLease%2Creason%3DLeaderElection&limit=500";

  it("are read in the namespace of a Lease whose pod does not renew", async () => {
    const answers = { "/api/v1/namespaces/team-a/events": [[event("team-a"), event("team-b")]] };
    expect(await read([hung("team-a"), leaseBy({ name: "other" })], answers)).toEqual({
      times: [auditedAt.getTime()],
      unread: [],
      paths: [`/api/v1/namespaces/team-a/events?${selector}`],
    });
  });

  it("are read in all namespaces if there are such Leases in several ones", async () => {
    const answers = { "/api/v1/events": [[event("team-a")], [event("team-b")]] };
    const { times, paths } = await read([hung("team-a"), hung("team-b")], answers);
    expect(times.length).toBe(2);
    expect(paths[0]).toBe(`/api/v1/events?${selector}`);
  });

  it("are not read if every pod renews", async () => {
    expect(await read([leaseBy({ holder })], {})).toEqual({ times: [], unread: [], paths: [] });
  });

  it("are unknown if the API server refuses them", async () => {
    const { times, unread } = await read([hung("team-a")], { "/api/v1/namespaces/team-a/events": [403] });
    expect(times).toEqual([]);
    expect(unread).toEqual([{ resource: "events", reason: "the API server responded with 403" }]);
  });
});

describe("the namespace of an audit without objects", () => {
  const path = "/api/v1/namespaces/team-z";
  const lookUp = (status: number | readonly object[], objects: readonly object[] = []) => {
    const { api, paths } = serverOf({ [path]: [status] });
    return { paths, unread: requireNamespace(readingOf(api, "team-z"), { objects: objects as never }) };
  };

  it("must exist", async () => {
    await expect(lookUp(404).unread).rejects.toThrow('-n: must be a namespace of the cluster, and "team-z" does not');
    expect(await lookUp([]).unread).toEqual([]);
  });

  it("is unread without the permission", async () => {
    expect(await lookUp(403).unread).toMatchObject([{ resource: "namespaces" }]);
  });

  it("is not looked up with objects", async () => {
    const { paths, unread } = lookUp(404, [leaseBy()]);
    expect([await unread, paths]).toEqual([[], []]);
  });
});
