import { describe, expect, it } from "vitest";
import { changeLines } from "../../../src/audit/elections/changes.ts";
import { type Elections, electionsIn, needsAttention } from "../../../src/audit/elections/elections.ts";
import { type ElectionsFormat, electionsReports } from "../../../src/audit/elections/reports/reports.ts";
import { screenText } from "../../../src/audit/elections/reports/text.ts";
import { apiServerLease, candidateBy, leaseBy, nodeLease, uuid } from "../../harness/audit-objects.ts";
import { auditScene, type Scene } from "../../harness/audit-scene.ts";
import { context } from "../../harness/report-context.ts";
import { reportSchema } from "../../harness/report-schema.ts";
import { hostile, hostileAudit } from "../reports/audit-results.ts";

const electionsOf = (scene: Scene): Elections => electionsIn(auditScene(scene).result);
const report = async (format: ElectionsFormat, elections: Elections, color = false): Promise<string> =>
  (await electionsReports[format]())(elections, { ...context, color });

const pod = (name: string, ready = true): object => ({
  metadata: { namespace: "team-a", name },
  spec: { nodeName: "worker-1" },
  status: { phase: "Running", conditions: [{ type: "Ready", status: ready ? "True" : "False" }] },
});
const [leader, standby] = ["controller-6d4b8f7c9d-x2x4z", "controller-6d4b8f7c9d-b7b8c"];
const pods = [pod(leader), pod(standby, false)];
const nodes = ["worker-1"];

/** Scenes of one Lease, with the state of its election and its reason. */
const states: readonly (readonly [string, Scene, string, RegExp, boolean])[] = [
  ["a holder that renews", { objects: [leaseBy()], pods, nodes }, "leading", /^$/, false],
  [
    "a term that expired a moment ago",
    { objects: [leaseBy({ renewed: -20 })], pods, nodes },
    "recovering",
    /expired 5s ago/,
    false,
  ],
  ["a pod that stopped to renew", { objects: [leaseBy({ renewed: -9000 })], pods, nodes }, "hung", /runs/, true],
  ["a holder whose pod is gone", { objects: [leaseBy({ renewed: -9000 })], nodes }, "stale", /no running pod/, true],
  [
    "a name that can be a host, and an old term",
    { objects: [leaseBy({ holder: "backup", renewed: -9000 })], pods, nodes },
    "stale",
    /backup/,
    false,
  ],
  [
    "an old term without pods in the listing",
    { objects: [leaseBy({ renewed: -9000 })], unread: [{ resource: "pods", reason: "forbidden" }] },
    "not known",
    /expired/,
    false,
  ],
  ["a released Lease", { objects: [leaseBy({ holder: "", seconds: 1 })], nodes }, "released", /no holder/, false],
  [
    "a Lease that no client held",
    { objects: [leaseBy({ holder: "", spec: { renewTime: undefined, acquireTime: undefined } })], nodes },
    "released",
    /never held/,
    false,
  ],
  [
    "a Lease without a duration",
    { objects: [leaseBy({ spec: { leaseDurationSeconds: undefined } })], pods, nodes },
    "not known",
    /no complete term/,
    false,
  ],
  [
    "a deleted Lease",
    {
      objects: [leaseBy({ metadata: { deletionTimestamp: "2026-07-01T07:00:00Z", finalizers: ["a/b"] } })],
      pods,
      nodes,
    },
    "terminating",
    /finalizers/,
    false,
  ],
  [
    "a Lease that does not decode",
    { objects: [leaseBy({ spec: { renewTime: 7 } })], pods, nodes },
    "not known",
    /cannot be read/,
    true,
  ],
  [
    "a leader that never renews",
    {
      objects: [leaseBy({ renewed: -200, seconds: 10 })],
      earlier: { [-30]: [leaseBy({ renewed: -200, seconds: 10 })] },
      pods,
      nodes,
    },
    "hung",
    /has not renewed/,
    true,
  ],
];

describe("the state of an election", () => {
  it.each(states)("%s", (...[, scene, state, reason, attention]) => {
    const [listed] = electionsOf(scene).elections;
    expect(listed?.election.state).toBe(state);
    expect(listed?.election.reason).toMatch(reason);
    expect(listed && needsAttention(listed)).toBe(attention);
  });
});

const objects = [
  leaseBy({ name: "z-leads" }),
  leaseBy({ name: "b-leads" }),
  leaseBy({ namespace: "team-0", name: "leads" }),
  leaseBy({ name: "hung", renewed: -9000 }),
  leaseBy({ name: "gone", holder: `importer-6d4b8f7c9d-x2x4z_${uuid}`, renewed: -9000 }),
  leaseBy({ name: "odd", holder: "localhost" }),
  leaseBy({ name: "released", holder: "", seconds: 1 }),
  nodeLease("worker-1"),
  nodeLease("worker-2", { renewed: -100 }),
  apiServerLease("abc"),
  candidateBy(),
];
const all = electionsOf({ objects, pods, nodes: ["worker-1", "worker-2"] });

it("elections that need attention come first, and heartbeats are only counted", () => {
  expect(all.elections.map(({ namespace, name }) => `${namespace}/${name}`)).toEqual([
    "team-a/hung",
    "team-a/gone",
    "team-a/odd",
    "team-a/released",
    "team-0/leads",
    "team-a/b-leads",
    "team-a/z-leads",
  ]);
  expect([...all.nodes]).toEqual([
    ["renewed", 1],
    ["expired", 1],
  ]);
  expect([...all.apiServers]).toEqual([["renewed", 1]]);
});

it("text shows the pod, the node, and the ready pods, and ends with one sentence", async () => {
  const text = await report("text", all);
  expect(text).toMatch(
    /^team-a +b-leads +leading +controller-6d4b8f7c9d-x2x4z +worker-1 +9d23h ago +1s ago +15s +not known +1\/2 /m,
  );
  expect(text).toContain("2 node heartbeats: 1 renewed, 1 expired\n1 API server identity: 1 renewed\n");
  expect(text.split("\n").at(-2)).toBe(
    "7 elections, 3 need attention: 1 hung, 1 stale, 1 released, 4 leading (2026-07-01T08:00:00Z)",
  );
});

it("text with colors paints only elections that need attention", async () => {
  const lines = (await report("text", all, true)).split("\n").slice(1, 8);
  expect(lines.map((line) => (line.startsWith("\u001b[") ? line.slice(2, 4) : undefined))).toEqual([
    "31",
    "33",
    "33",
    ...Array(4).fill(undefined),
  ]);
});

it("JSON has the form of its schema", async () => {
  const accepts = reportSchema("elections");
  for (const each of [all, electionsOf({ objects: [] }), ...states.map(([, scene]) => electionsOf(scene))]) {
    const published: unknown = JSON.parse(await report("json", each));
    expect(accepts(published), JSON.stringify(accepts.errors)).toBe(true);
  }
});

it.each(Object.keys(electionsReports) as ElectionsFormat[])("%s escapes strings of the cluster", async (format) => {
  const [first] = all.elections;
  if (first === undefined) throw new Error("there is no election");
  const elections = electionsIn({
    ...hostileAudit,
    objects: hostileAudit.objects.map((object) => ({
      ...object,
      election: { ...first.election, pod: undefined, node: hostile, workload: hostile, reason: hostile },
    })),
  });
  const text = await report(format, elections);
  expect(text).not.toContain("\u202e");
  expect(text).not.toContain("\u0007");
  if (format === "html") expect(text).not.toContain("<script>");
});

describe("a screen", () => {
  const many = electionsOf({
    objects: Array.from({ length: 100 }, (_, index) => leaseBy({ name: `lease-${index}` })),
    pods,
    nodes,
  });

  it.each([
    [many, 24, 80],
    [many, 5, 20],
    [all, 24, 200],
    [all, 12, 40],
  ])("fits on a terminal", (elections, rows, columns) => {
    const lines = screenText(elections, { color: false }, { rows, columns, isWide: true }).split("\n");
    expect(lines.length).toBeLessThanOrEqual(Math.max(rows, elections.apiServers.size + 7));
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it("names the number of elections that it leaves out", () => {
    const text = screenText(many, { color: false }, { rows: 24, columns: 200, isWide: false });
    const shown = text.match(/^team-a /gm)?.length ?? 0;
    expect(text).toContain(`… ${100 - shown} more`);
  });
});

describe("the changes between two readings", () => {
  const before = electionsOf({ objects: [leaseBy(), leaseBy({ name: "b" }), leaseBy({ name: "c" })], pods, nodes });

  it("are none without a change of state or leader", () => {
    const after = electionsOf({
      objects: [leaseBy({ renewed: -9 }), leaseBy({ name: "b" }), leaseBy({ name: "c" })],
      pods,
      nodes,
    });
    expect(changeLines(before, after)).toEqual([]);
  });

  it("are a line for each changed, new, and deleted election", () => {
    const after = electionsOf({
      objects: [
        leaseBy({ renewed: -9000 }),
        leaseBy({ name: "b", holder: `${standby}_${uuid}` }),
        leaseBy({ name: "d" }),
      ],
      pods,
      nodes,
    });
    expect(changeLines(before, after)).toEqual([
      expect.stringMatching(
        new RegExp(`^2026-07-01T08:00:00Z team-a/controller: hung \\(was leading\\), leader ${leader}: the pod .*\n$`),
      ),
      `2026-07-01T08:00:00Z team-a/b: leading, leader ${standby} (was ${leader})\n`,
      `2026-07-01T08:00:00Z team-a/d: leading, leader ${leader}\n`,
      "2026-07-01T08:00:00Z team-a/c: deleted\n",
    ]);
  });
});
