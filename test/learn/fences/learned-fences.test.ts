import { describe, expect, it } from "vitest";
import {
  by,
  eventsOf,
  fencesFrom,
  type Operator,
  operator,
  proposed,
  type Sent,
  status,
  whole,
  widgets,
} from "./operator-log.ts";

it("a fence of a leader only warns, and its comment has the evidence", () => {
  expect(fencesFrom(eventsOf())).toEqual({
    fences: [
      {
        comment: expect.stringMatching(/^437 writes of 2026-07-01, 2 handovers, 1 start of a pod that did not lead$/),
        value: {
          name: "team-a-operator",
          lease: "team-a/operator",
          serviceAccount: "team-a/operator",
          identity: "POD_*",
          resources: [widgets, status],
          deletes: false,
          mode: "warn",
        },
      },
    ],
    leftOut: [],
  });
});

const long = "operator-with-a-name-of-more-than-sixty-three-characters-in-its-pods";

describe("the form of the identity", () => {
  it.each<readonly [string, Operator["identity"], string]>([
    ["the pod", (pod) => pod, "POD"],
    ["the pod and a UUID", (pod, life) => `${pod}_5cd04d5e-0d2c-4a3b-9a51-3f7c1c7f2b6${life}`, "POD_*"],
    [
      "the pod and a fixed suffix",
      (pod) => `${pod}-external-cert-manager-controller`,
      "POD-external-cert-manager-controller",
    ],
    ["the node and a UUID", (pod, life) => `node-of-${pod}_${life}`, "NODE_*"],
  ])("%s", (_, identity, form) => {
    expect(proposed(eventsOf({ identity }))).toEqual([["team-a/operator", form, widgets, status]]);
  });

  it("a host name of 63 characters", () => {
    const named = (pod: string): string => `${pod}-${long}`;
    const rename = <T extends readonly [string, ...unknown[]]>([pod, ...rest]: T): T =>
      [named(pod), ...rest] as unknown as T;
    const leads = operator.leads.map(rename);
    const polls = operator.polls.map(rename);
    const identity: Operator["identity"] = (pod, life) => `${pod.slice(0, 63)}_${life}`;
    expect(proposed(eventsOf({ identity, leads, polls }))).toEqual([whole]);
  });

  it.each<readonly [string, number, (pod: string) => string, boolean]>([
    ["cut names of a Deployment", 50, (pod) => pod, true],
    ["names without a cut", 46, (pod) => pod, false],
    ["names that were cut before the hash", 58, (pod) => pod, false],
    ["cut names, but of nodes", 50, (pod) => `node-of-${pod}`, false],
  ])("%s: the evidence says what is not fenced", (_, length, ofPod, isRemarked) => {
    const named = (pod: string): string =>
      `${`${"a".repeat(length)}-6d4b8f7c9d-`.slice(0, 58)}${pod === "x-0" ? "x2x4z" : "b7b8c"}`;
    const rename = <T extends readonly [string, ...unknown[]]>([pod, ...rest]: T): T =>
      [named(pod), ...rest] as unknown as T;
    const [leads, polls] = [operator.leads.map(rename), operator.polls.map(rename)];
    const { fences } = fencesFrom(eventsOf({ identity: (pod, life) => `${ofPod(pod)}_${life}`, leads, polls }));
    expect(fences.map(({ comment }) => comment.includes("pods of different ReplicaSets"))).toEqual([isRemarked]);
  });

  it("one host name of two pods has none", () => {
    const rename = ([pod, ...rest]: Operator["leads"][number]) => [`${long}-${pod}`, ...rest] as const;
    const [leads, polls] = [operator.leads.map(rename), operator.polls.map(rename)];
    const events = eventsOf({ identity: (pod) => pod.slice(0, 63).replace(/-+$/, ""), leads, polls });
    expect(fencesFrom(events).leftOut).toEqual([expect.stringContaining("no form of the identity")]);
  });

  it.each<readonly [string, Operator["identity"]]>([
    ["a random identity", (_, life) => `5cd04d5e-0d2c-4a3b-9a51-3f7c1c7f2b6${life}`],
    ["a suffix of each pod", (pod, life) => `${pod}-${life}`],
    ["two forms", (pod, life) => (life === 1 ? pod : `${pod}_${life}`)],
    ["the pod after a namespace", (pod) => `team-a/${pod}`],
    ["one identity of two pods", () => "operator"],
  ])("%s has none", (_, identity) => {
    expect(fencesFrom(eventsOf({ identity }))).toEqual({
      fences: [],
      leftOut: ["team-a/operator: no form of the identity names the pod of every holder"],
    });
  });
});

/** Returns the reason for which the resource `secrets` has no fence. */
function leftOutBy(sent: readonly Sent[], parts: Partial<Operator> = {}): readonly string[] {
  const events = eventsOf({ written: { ...operator.written, secrets: 1 }, ...parts, sent });
  expect(proposed(events)).toEqual([whole]);
  return fencesFrom(events).leftOut;
}

describe("a resource that other pods write, too", () => {
  it.each<readonly [string, Sent, string]>([
    ["a standby", by("x-1", 50), "written by pod x-1 of the account while x-0 led"],
    ["a pod at its start", by("x-0", 151), "written by pod x-0 of the account while x-1 led"],
    ["a pod of another workload", by("job-1", 50), "written by pod job-1 of the account while x-0 led"],
    ["no pod", by(undefined, 50), "written with a token of the account that is not bound to a pod while x-0 led"],
    ["a deposed leader", by("x-0", 101.1), "written by pod x-0 of the account while x-1 led"],
    ["a conflict", by("x-1", 50, { code: 409 }), "written by pod x-1 of the account while x-0 led"],
    [
      "a create that exists",
      by("x-1", 50, { verb: "create", code: 409 }),
      "written by pod x-1 of the account while x-0 led",
    ],
    ["a patch", by("x-1", 50, { verb: "patch" }), "written by pod x-1 of the account while x-0 led"],
    ["a dry run", by("x-1", 50, { uri: "/x?dryRun=All" }), "written by pod x-1 of the account while x-0 led"],
  ])("%s", (_, sent, reason) => {
    expect(leftOutBy([sent])).toEqual([
      expect.stringMatching(
        new RegExp(`^team-a/operator: secrets: ${reason} \\(1 of \\d+ writes by pods that did not lead\\)$`),
      ),
    ]);
  });

  it("no pod leads", () => {
    const leads = operator.leads.map(
      ([pod, life, from, to]) => [pod, life, from, pod === "x-0" ? to - 10 : to] as const,
    );
    expect(leftOutBy([by("x-1", 95)], { leads })[0]).toContain(
      "written by pod x-1 of the account while no pod led (1 of",
    );
  });

  it("counts the writes, but keeps only the first pods", () => {
    const sent = Array.from({ length: 30 }, (_, index) => by(`job-${index}`, 50));
    expect(leftOutBy(sent)[0]).toMatch(/written by pod job-0 of the account while x-0 led \(30 of \d+ writes/);
  });
});

describe("a resource is proposed although another pod", () => {
  it.each<readonly [string, Sent]>([
    ["deletes", by("x-1", 50, { verb: "delete" })],
    ["deletes all", by("x-1", 50, { verb: "deletecollection" })],
    ["reads", by("x-1", 50, { verb: "list" })],
    ["may not write", by("x-1", 50, { code: 403 })],
    ["updates what does not exist", by("x-1", 50, { code: 404 })],
    ["led until less than a second ago", by("x-0", 100.9)],
    ["leads in less than a second", by("x-1", 100.2)],
  ])("%s", (_, sent) => {
    const events = eventsOf({ written: { secrets: 1 }, sent: [sent] });
    expect(fencesFrom(events).leftOut).toEqual([]);
    expect(proposed(events)).toEqual([["team-a/operator", "POD_*", "secrets"]]);
  });
});

describe("writes before the first recorded write of the Lease", () => {
  const leads = operator.leads.map(([pod, life, from, to]) => [pod, life, Math.max(from, 20), to] as const);
  const early = (firstVerb: Operator["firstVerb"]) =>
    fencesFrom(eventsOf({ leads, firstVerb, written: { secrets: 1 }, sent: [by("x-1", 5)] })).leftOut;

  it("are ignored if the holder is unknown", () => expect(early("update")).toEqual([]));

  it("are not by the holder if the Lease did not exist", () => {
    expect(early("create")[0]).toContain("secrets: written by pod x-1 of the account while no pod led");
  });
});

describe("resources of which no fence is possible", () => {
  it.each([
    "events",
    "events.events.k8s.io",
    "leases.coordination.k8s.io/status",
    "leasecandidates.coordination.k8s.io",
    "serviceaccounts/token",
    "deployments.apps/scale",
    "pods/eviction",
    "tokenreviews.authentication.k8s.io",
    "subjectaccessreviews.authorization.k8s.io",
    "validatingadmissionpolicies.admissionregistration.k8s.io",
  ])("%s", (resource) => {
    const events = eventsOf({
      written: { ...operator.written, [resource]: 1 },
      sent: [{ at: 50, pod: "x-1", resource }],
    });
    expect(fencesFrom(events).leftOut).toEqual([]);
    expect(proposed(events)).toEqual([whole]);
  });
});

describe("several elections", () => {
  it("of two accounts each have a fence", () => {
    const events = [...eventsOf(), ...eventsOf({ lease: "other", account: "other" })];
    expect(proposed(events)).toEqual([whole, ["team-a/other", "POD_*", widgets, status]]);
  });

  it("of one account cannot share a resource", () => {
    const events = [
      ...eventsOf({ written: { [widgets]: 1 } }),
      ...eventsOf({ lease: "other", written: { secrets: 1 } }),
    ];
    expect(proposed(events)).toEqual([]);
    expect(fencesFrom(events).leftOut).toContain(
      "team-a/operator: secrets: also written by the holders of team-a/other",
    );
  });

  it.each<readonly [string, Partial<Operator>]>([
    ["random identities", { identity: (pod, life) => `5cd04d5e-0d2c-4a3b-9a51-3f7c1c7f2b${pod.at(-1)}${life}` }],
    ["one identity of two pods", { identity: () => "operator" }],
    ["no get requests", { polls: [] }],
  ])("of one account cannot share a resource if the other has %s", (_, parts) => {
    const gadgets = "gadgets.example.com";
    const events = [...eventsOf(), ...eventsOf({ lease: "other", written: { [gadgets]: 1 }, ...parts })];
    expect(proposed(events)).toEqual([]);
    for (const resource of [gadgets, widgets])
      expect(fencesFrom(events).leftOut).toContain(
        `team-a/operator: ${resource}: also written by the holders of team-a/other`,
      );
  });

  it("of one account have their own resources if different pods lead", () => {
    const swapped = operator.leads.map(([pod, , from, to]) => [pod === "x-0" ? "x-1" : "x-0", 1, from, to] as const);
    const other = eventsOf({
      lease: "other",
      leads: swapped,
      polls: [
        ["x-0", 1, 0.5, 101],
        ["x-3", 1, 150, 180],
      ],
      written: { secrets: 1 },
    });
    const events = [...eventsOf({ written: { [widgets]: 1 } }), ...other];
    expect(proposed(events)).toEqual([
      ["team-a/operator", "POD_*", widgets],
      ["team-a/other", "POD_*", "secrets"],
    ]);
  });

  it("one Lease of pods of two accounts has none", () => {
    const leads = operator.leads.map(([pod, life, from, to]) => [pod, life + 10, from + 400, to + 400] as const);
    expect(fencesFrom([...eventsOf(), ...eventsOf({ account: "other", leads })])).toEqual({
      fences: [],
      leftOut: ["team-a/operator: pods of several service accounts lead, and a fence has one account"],
    });
  });
});

it("the logs of two API servers can follow each other", () => {
  const events = eventsOf({ sent: [by("x-1", 50, { resource: "configmaps" })] });
  const logs = [1, 0].flatMap((turn) => events.filter((_, index) => index % 2 === turn));
  expect(fencesFrom(logs)).toEqual(fencesFrom(events));
  expect(proposed(logs)).toEqual([whole]);
});
