import { describe, expect, it } from "vitest";
import { fenceTable, readFencing } from "../../../src/audit/elections/fences.ts";
import type { ApiServer } from "../../../src/cluster/api-server.ts";
import { ClusterError } from "../../../src/cluster/cluster-error.ts";
import { type Snapshot, snapshotObject } from "../../../src/installation/snapshot.ts";
import { fencedObjects } from "../../harness/fenced-objects.ts";

const kinds = ["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"] as const;
const snapshotOf = (
  objects: ReturnType<typeof fencedObjects>,
  read: readonly (typeof kinds)[number][] = kinds,
): Snapshot => ({
  objects: objects.map((object) => snapshotObject(object.kind, { ...object })),
  read: new Set(read),
  unread: [],
});
const sample = (action: string, count: number, policy = "guard-fence-a"): string =>
  `apiserver_validating_admission_policy_check_total{enforcement_action="${action}",error_type="no_error",policy="${policy}",policy_binding="${policy}"} ${count}`;

const counting = (...lines: readonly string[]): ApiServer => {
  const body = async function* () {
    yield Buffer.from(`${lines.join("\n")}\n`);
  };
  return async () => ({ body: body(), date: undefined });
};
const forbidden: ApiServer = async () => {
  throw new ClusterError("forbidden", { status: 403 });
};
const servers =
  (...apis: readonly ApiServer[]) =>
  async () => ({ reached: apis.map((api, index) => ({ address: `https://10.0.0.${index + 1}`, api })), unreached: [] });
const elections = [
  { namespace: "team-a", name: "controller" },
  { namespace: "team-b", name: "other" },
];

describe("the fences of a cluster", () => {
  it("have the sum of the counts of all API servers, without those of other policies and other actions", async () => {
    const one = counting(sample("deny", 2), sample("audit", 9), sample("allow", 9), sample("deny", 9, "other"));
    const two = counting(sample("deny", 1), sample("warn", 4), "other_metric{} 3");
    const fencing = await readFencing(snapshotOf(fencedObjects("deny")), servers(one, two));
    expect(fencing).toMatchObject({
      fences: [{ mode: "deny", counts: { denied: 3, warned: 4 } }],
      serversRead: 2,
      unknown: [],
    });
    expect(fenceTable({ elections, fencing, apiServers: 3 })).toMatchObject({
      rows: [["team-a", "controller", "a", "deny", "configmaps", "3", "4"]],
      lines: ["DENIED and WARNED: writes since the start of 2 of 3 API servers", "fenced: 1 of 2 elections"],
    });
  });

  it("have no counts if no API server shows its metrics", async () => {
    const fencing = await readFencing(snapshotOf(fencedObjects("warn")), servers(forbidden));
    expect(fenceTable({ elections, fencing, apiServers: 1 })).toMatchObject({
      rows: [["team-a", "controller", "a", "warn", "configmaps", "?", "?"]],
      lines: ["not known: https://10.0.0.1/metrics: forbidden", "fenced: 1 of 2 elections"],
    });
  });

  it("are off without a binding, and have an unknown mode if the bindings were not read", async () => {
    const policies = fencedObjects("deny").filter(({ kind }) => kind === "ValidatingAdmissionPolicy");
    const shown = async (snapshot: Snapshot) => {
      const fencing = await readFencing(snapshot, servers(forbidden));
      return [fencing.fences[0]?.mode, fenceTable({ elections, fencing, apiServers: 1 }).lines.at(-1)];
    };
    expect(await shown(snapshotOf(policies))).toStrictEqual(["off", "fenced: 0 of 2 elections"]);
    expect(await shown(snapshotOf(policies, ["ValidatingAdmissionPolicy"]))).toStrictEqual([
      "not known",
      "fenced: at least 0 of 2 elections",
    ]);
  });

  it("are not all known if the policies were not read", async () => {
    const fencing = await readFencing(snapshotOf([], []), servers(forbidden));
    expect(fenceTable({ elections, fencing, apiServers: 0 }).lines).toStrictEqual([
      "not known: needs validatingadmissionpolicies.admissionregistration.k8s.io",
      "not known: needs validatingadmissionpolicybindings.admissionregistration.k8s.io",
      "fenced: at least 0 of 2 elections",
    ]);
  });

  it("can have no election", async () => {
    const fencing = await readFencing(snapshotOf(fencedObjects("warn")), servers(counting()));
    const { lines } = fenceTable({ elections: [], fencing, apiServers: 0 });
    expect(lines).toContain("no election of a: the listing has no such Lease");
    expect(lines).toContain("DENIED and WARNED: writes since the start of 1 API server");
  });
});
