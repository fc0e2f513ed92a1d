import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { candidateResource } from "../../src/listing/read-cluster.ts";
import { type ReadDump, readDump } from "../../src/listing/read-dump.ts";
import { storedRules } from "../../src/listing/stored-rules.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { candidateBy, type LeaseParts, leaseBy, nodeLease } from "../harness/audit-objects.ts";

const root = mkdtempSync(join(tmpdir(), "lease-guard-dump-"));
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;

/** Writes files into a new folder. Each text is a file, and each list is a file with a List. */
function folderOf(...files: readonly (string | readonly object[])[]): { folder: string; paths: readonly string[] } {
  const folder = join(root, String(folders++));
  mkdirSync(folder);
  const paths = files.map((content, index) => {
    const path = join(folder, `${index}.json`);
    const text =
      typeof content === "string" ? content : JSON.stringify({ apiVersion: "v1", kind: "List", items: content });
    writeFileSync(path, text);
    return path;
  });
  return { folder, paths };
}

function read(...files: readonly string[]): Promise<ReadDump> {
  return readDump({ files, namespace: undefined, now: undefined }, storedRules(defaultPolicy));
}

const version = (resourceVersion: string, parts: LeaseParts = {}): object =>
  leaseBy({ ...parts, metadata: { resourceVersion } });
const stream = (objects: readonly object[]): string => objects.map((object) => JSON.stringify(object)).join("\n");

describe("an object that files contain several times counts once, in its newest state", () => {
  const states = [version("9", { renewed: -12 }), version("11", { renewed: -1 }), version("10", { renewed: -6 })];

  it.each([
    ["the stream of a watch", [stream(states)]],
    ["a folder of a backup with two copies of each object", [[states[1] ?? {}], [states[1] ?? {}]]],
    ["a folder with an older copy", [[states[1] ?? {}], [states[0] ?? {}]]],
    [
      "a watch that shows a deletion and another creation",
      [stream([version("5", { uid: "old", renewed: -900, created: -9000 }), version("11", { created: -600 })])],
    ],
  ])("%s", async (_, files) => {
    const { last, earlier, problems } = await read(folderOf(...files).folder);
    expect(last.objects.map(({ resourceVersion, uid }) => [resourceVersion, uid])).toEqual([
      ["11", "uid-team-a-controller"],
    ]);
    expect([earlier, problems]).toEqual([[], []]);
  });
});

describe("files of two clusters", () => {
  const one = [leaseBy({ uid: "a" }), nodeLease("worker-1", { uid: "b" })];
  const other = [leaseBy({ uid: "c", renewed: -30 })];

  it.each([
    ["two files", () => read(...folderOf(one, other).paths)],
    ["two files of a folder", () => read(folderOf(one, other).folder)],
    ["one file", () => read(folderOf([...one, ...other]).folder)],
  ])("are refused: %s", async (_, reading) => {
    await expect(reading()).rejects.toThrow("must be of one cluster, but contain objects with one name and two uids");
  });

  it("are not two listings of one cluster with a Lease that was created again", async () => {
    const before = leaseBy({ uid: "a", created: -9000, renewed: -900 });
    const { last, earlier } = await read(...folderOf([before], [leaseBy({ created: -600 })]).paths);
    expect([last.objects.length, earlier.length]).toEqual([1, 1]);
  });
});

describe("the owners of held Leases", () => {
  const ownerReferences = [{ apiVersion: "apps/v1", kind: "Deployment", name: "web", uid: "old" }];
  const owned = leaseBy({ metadata: { ownerReferences } });
  const web = { apiVersion: "apps/v1", kind: "Deployment", metadata: { namespace: "team-a", name: "web", uid: "new" } };
  const ofWorkloads = async (...files: readonly (readonly object[])[]): Promise<readonly string[]> =>
    (await read(...folderOf(...files).paths)).unread.flatMap(({ resource, reason }) =>
      resource.endsWith(".apps") ? [`${resource}: ${reason}`] : [],
    );

  it("are in the files", async () => {
    const { owners } = await read(...folderOf([owned], [web]).paths);
    expect([...owners.values()]).toEqual(["new"]);
    expect(await ofWorkloads([owned], [web])).toEqual([]);
  });

  it("are unread if the files contain none of their kind", async () => {
    expect(await ofWorkloads([owned], [{ ...web, kind: "DaemonSet" }])).toEqual([
      "deployments.apps: the files contain no Deployment: add deployments to kubectl get",
    ]);
    expect(
      await ofWorkloads([leaseBy({ renewed: -60, metadata: { ownerReferences } }), nodeLease("worker-1")]),
    ).toEqual([]);
  });

  it("are not the workloads of another API group", async () => {
    const { owners } = await read(...folderOf([owned, { ...web, apiVersion: "apps.kruise.io/v1" }]).paths);
    expect(owners.size).toBe(0);
  });
});

it.each([
  ["an expired Lease without events", [leaseBy({ renewed: -60 })], true],
  ["an expired Lease with an event", [leaseBy({ renewed: -60 }), { apiVersion: "v1", kind: "Event" }], false],
  ["a held Lease without events", [leaseBy()], false],
])("knows whether events are absent: %s", async (_, objects, expected) => {
  const path = folderOf(objects).folder;
  const now = new Date("2026-07-01T08:00:00Z");
  const dump = await readDump({ files: [path], namespace: undefined, now }, storedRules(defaultPolicy));
  expect(dump.lacksEvents).toBe(expected);
});

it.each([
  ["of a coordinated election", [leaseBy({ spec: { strategy: "OldestEmulationVersion" } })], true],
  ["next to a LeaseCandidate", [leaseBy({ spec: { strategy: "OldestEmulationVersion" } }), candidateBy()], false],
  ["of another election", [leaseBy()], false],
])("reports LeaseCandidates as unread for a Lease %s", async (_, objects, expected) => {
  const { unread } = await read(folderOf(objects).folder);
  expect(unread.some(({ resource }) => resource === candidateResource)).toBe(expected);
});

describe("a file that cannot be read", () => {
  const broken = JSON.stringify({ apiVersion: "v1", kind: "List", items: [leaseBy({ name: "cut" })] }).slice(0, -20);

  it("is a problem, and the other files of its folder count", async () => {
    const { folder, paths } = folderOf(broken, [leaseBy()], "- a: [\n");
    const { last, problems } = await read(folder);
    expect(last.objects.map(({ name }) => name)).toEqual(["controller"]);
    expect(problems.map(({ resource }) => resource)).toEqual([
      expect.stringMatching(new RegExp(`^${paths[0]}:1:\\d+$`)),
      expect.stringMatching(new RegExp(`^${paths[2]}:\\d+:\\d+$`)),
    ]);
    expect(problems.every(({ reason }) => /^must /.test(reason))).toBe(true);
  });

  it("is an error without other files", async () => {
    await expect(read(folderOf(broken).folder)).rejects.toThrow(/0\.json:1:\d+: must/);
  });
});
