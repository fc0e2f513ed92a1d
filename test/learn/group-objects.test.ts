import { describe, expect, it } from "vitest";
import { groupObjects } from "../../src/learn/group-objects.ts";
import { learnedObject } from "../../src/learn/learned-object.ts";
import { newTally, tally } from "../../src/learn/object-tally.ts";
import { defaultAdministrators } from "../../src/policy/policy.ts";
import { observe } from "../../src/recording/observed-write.ts";
import type { UserInfo } from "../../src/rules/rule.ts";
import { submissionsOf, term } from "../election/history.ts";

interface Written {
  readonly namespace: string;
  readonly name: string;
  readonly user?: string;
  readonly kind?: "Lease" | "LeaseCandidate";
}

/** Returns the namespaces and names of the entries for objects that each have three writes. */
function entriesFor(written: readonly Written[]): readonly string[] {
  const all = newTally();
  for (const { namespace, name, user = "system:serviceaccount:team-a:a", kind = "Lease" } of written) {
    const by: UserInfo = { username: user, groups: user.startsWith("system:node:") ? ["system:nodes"] : [] };
    const acts = [0, 5, 10].map((at) => ({ at, spec: kind === "Lease" ? term("a", at) : { leaseName: "l" }, by }));
    for (const submission of submissionsOf({ kind, namespace, name, acts }))
      tally(all, observe(submission), { denied: [], allowed: [] });
  }
  const objects = [...all.objects.values()].flatMap((object) => learnedObject(object, defaultAdministrators) ?? []);
  return groupObjects(objects).map(({ namespaces, names, users, groups }) =>
    [`${namespaces.join(",")}/${names.join(",")}`, ...users, ...groups].join(" "),
  );
}

const a = "system:serviceaccount:team-a:a";
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

describe("the entries of a policy", () => {
  it.each<readonly [string, readonly Written[], readonly string[]]>([
    ["name each Lease", ["b", "a"].map((name) => ({ namespace: "team-a", name })), [`team-a/a ${a}`, `team-a/b ${a}`]],
    [
      "join the heartbeats of nodes",
      ["node-1", "ip-10-0-3-17.ec2.internal"].map((name) => ({
        namespace: "kube-node-lease",
        name,
        user: `system:node:${name}`,
      })),
      ["kube-node-lease/* system:nodes"],
    ],
    [
      "join Leases with generated names",
      [
        { namespace: "longhorn-system", name: "pvc-6f1d8a3e-2f7c-4a6b-9a4e-0c2f5d7b1a11" },
        { namespace: "longhorn-system", name: "pvc-0a1d8a3e-2f7c-4a6b-9a4e-0c2f5d7b1a12" },
        { namespace: "kube-system", name: "apiserver-wlv32tlttr4jl3gtroqexyxapa" },
      ],
      [`kube-system/apiserver-* ${a}`, `longhorn-system/pvc-* ${a}`],
    ],
    [
      "join three Leases with numbers",
      numbers(3).map((number) => ({ namespace: "team-a", name: `etcd-main-${number}` })),
      [`team-a/etcd-main-* ${a}`],
    ],
    [
      "do not join two Leases with numbers",
      numbers(2).map((number) => ({ namespace: "team-a", name: `shard-${number}` })),
      [`team-a/shard-1 ${a}`, `team-a/shard-2 ${a}`],
    ],
    [
      "do not join Leases with different writers",
      numbers(3).map((number) => ({ namespace: "team-a", name: `shard-${number}`, user: `${a}${number}` })),
      numbers(3).map((number) => `team-a/shard-${number} ${a}${number}`),
    ],
    [
      "join 20 Leases that begin alike, after the Leases with exact names",
      [
        ...numbers(20).map((number) => ({ namespace: "team-a", name: `volume-${String.fromCharCode(96 + number)}x` })),
        { namespace: "team-a", name: "other" },
      ],
      [`team-a/other ${a}`, `team-a/volume-* ${a}`],
    ],
    [
      "do not join 19 Leases that begin alike",
      numbers(19).map((number) => ({ namespace: "team-a", name: `volume-${String.fromCharCode(96 + number)}x` })),
      numbers(19).map((number) => `team-a/volume-${String.fromCharCode(96 + number)}x ${a}`),
    ],
    [
      "join one Lease in 20 namespaces, with a reference to the namespace",
      numbers(20).map((number) => ({
        namespace: `cluster-${number}`,
        name: "addon",
        user: `system:serviceaccount:cluster-${number}:addon`,
      })),
      ["cluster-*/addon system:serviceaccount:$(namespace):addon"],
    ],
    [
      "join the candidates of a Deployment, by names that no Lease can have",
      ["x2vzk", "bcdfg"].map((suffix) => ({
        kind: "LeaseCandidate",
        namespace: "team-a",
        name: `c-7d9f6c8b5d-${suffix}_1`,
      })),
      [`team-a/c-*_* ${a}`],
    ],
    [
      "leave out candidates that are named like pods",
      [{ kind: "LeaseCandidate", namespace: "team-a", name: "c-7d9f6c8b5d-x2vzk" }],
      [],
    ],
  ])("%s", (_, written, entries) => expect(entriesFor(written)).toEqual(entries));
});
