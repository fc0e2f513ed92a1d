import { describe, expect, it } from "vitest";
import { fenceChecks } from "../../../src/doctor/checks/fences.ts";
import type { FenceView } from "../../../src/installation/snapshot.ts";
import { fencedObjects } from "../../harness/fenced-objects.ts";
import { diagnosed } from "../../harness/planted.ts";

const [old, newer] = ["2026-07-01T08:00:00.000000Z", "2026-07-01T08:00:05.000000Z"];
const agent = { namespace: "team-b", name: "agent" };
const view: FenceView = {
  server: "https://10.0.0.1:6443",
  policy: "guard-fence-a",
  viewed: newer,
  stored: newer,
  reason: "",
};

/** Returns what the doctor says about views, in a cluster with or without a fence. */
function judged(views: readonly Partial<FenceView>[], unreached: readonly string[] = [], hasFence = true, unasked = 0) {
  const { checks, findings } = diagnosed({
    plant: (cluster) => {
      const other = fencedObjects("deny", agent).map((object) =>
        structuredClone({
          ...object,
          metadata: { ...object.metadata, name: object.metadata.name.replace("guard", "other") },
        }),
      );
      for (const object of hasFence ? [...fencedObjects("deny"), ...other] : []) cluster.add({ ...object });
    },
    facts: () => ({ fenceViews: { views: views.map((each) => ({ ...view, ...each })), unreached, unasked } }),
  });
  const [check] = fenceChecks;
  return {
    check: checks.find(({ id }) => id === check?.id),
    findings: findings.filter(({ id }) => id === check?.id),
  };
}

describe("doctor/fence-views-current", () => {
  it.each<readonly [string, Partial<FenceView>]>([
    ["current", {}],
    ["newer than the stored Lease", { stored: old }],
  ])("passes a view that is %s", (_, change) => {
    expect(judged([change])).toMatchObject({ check: { status: "passed" }, findings: [] });
  });

  it("reports each API server with a frozen view once", () => {
    const other = { server: "https://10.0.0.2:6443" };
    const { findings } = judged([{ viewed: old }, { viewed: old }, other, { ...other, viewed: "" }]);
    expect(findings.map(({ severity, object, message }) => [severity, object?.name, message])).toStrictEqual([
      [
        "error",
        "guard-fence-a",
        `must not read a frozen view: API server https://10.0.0.1:6443 sees renewTime ${old} of Lease team-a/controller, but ${newer} is stored; restart this API server`,
      ],
      [
        "error",
        "guard-fence-a",
        `must not read a frozen view: API server https://10.0.0.2:6443 sees renewTime none of Lease team-a/controller, but ${newer} is stored; restart this API server`,
      ],
    ]);
  });

  it("names the Lease of the fence, also if another export has a fence with the same name", () => {
    const { findings } = judged([{ policy: "other-fence-a", viewed: old }]);
    expect(findings.map(({ object, message }) => [object?.name, message])).toStrictEqual([
      ["other-fence-a", expect.stringContaining("of Lease team-b/agent")],
    ]);
  });

  it("reports a view of a Lease that was deleted", () => {
    const { findings } = judged([{ viewed: old, stored: undefined }]);
    expect(findings.map(({ message }) => message)).toStrictEqual([
      `must not read a frozen view: API server https://10.0.0.1:6443 sees renewTime ${old} of Lease team-a/controller, but no Lease is stored; restart this API server`,
    ]);
  });

  it("does not know the views of fences that were not read", () => {
    const { check } = judged([{}], [], true, 5);
    expect(check?.status).toBe("unknown");
    expect(check?.reasons.join()).toMatch(/^5 of \d+ fences? were not read/);
  });

  it.each<readonly [string, Partial<FenceView>[], string[], boolean, string]>([
    ["an API server that was not reached", [{}], ["https://10.0.0.3:6443: no route"], true, "no route"],
    [
      "an API server without an answer",
      [{ viewed: undefined, reason: "no policy answers" }],
      [],
      true,
      "no policy answers",
    ],
    ["a Lease that does not exist", [{ stored: undefined, reason: "does not exist" }], [], true, "does not exist"],
    ["a cluster without a fence", [], [], false, "the cluster has no fence"],
  ])("does not know the view of %s", (...[, views, unreached, hasFence, reason]) => {
    const { check } = judged(views, unreached, hasFence);
    expect(check?.status).toBe("unknown");
    expect(check?.reasons.join()).toContain(reason);
  });

  it("applies only with --fences", () => {
    expect(diagnosed({ plant: () => undefined }).checks.some(({ id }) => id === "doctor/fence-views-current")).toBe(
      false,
    );
  });
});

describe("doctor/fence-holders-are-nodes", () => {
  const lease = (namespace: string, name: string, holderIdentity: string) => ({
    ...{ apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { namespace, name } },
    spec: { holderIdentity },
  });

  /** Returns what the doctor says about a fence in a cluster with the node worker-1.internal. */
  function ofHolder(holder: string, { identity = "NODE_*", hasNodes = true, isBound = true } = {}) {
    const { checks, findings } = diagnosed({
      plant: (cluster) => {
        for (const object of fencedObjects("deny", agent, identity))
          if (isBound || object.kind !== "ValidatingAdmissionPolicyBinding" || object.metadata.name !== "guard-fence-a")
            cluster.add({ ...object });
        cluster.add(lease("team-b", "agent", holder));
        if (hasNodes) cluster.add(lease("kube-node-lease", "worker-1.internal", "worker-1.internal"));
      },
    });
    const id = "doctor/fence-holders-are-nodes";
    return { check: checks.find((each) => each.id === id), findings: findings.filter((each) => each.id === id) };
  }

  it.each([
    "worker-1.internal_5cd0",
    "worker-1_5cd0",
    "worker-1.example.com_5cd0",
    "",
    "ip-10-0-0-1",
    "Host_5cd0",
    "agent-x7k2z_5cd0",
    "_5cd0",
  ])("passes the holder %j", (holder) =>
    expect(ofHolder(holder)).toMatchObject({ check: { status: "passed" }, findings: [] }),
  );

  it.each(["ip-10-0-0-1_5cd0", "controller-1_5cd0"])("reports the holder %j", (holder) => {
    expect(ofHolder(holder).findings).toMatchObject([
      {
        severity: "warning",
        object: { name: "guard-fence-a" },
        message: expect.stringContaining(`the holder ${holder} of Lease team-b/agent names no node`),
        remedy: ["kubectl delete validatingadmissionpolicybinding guard-fence-a"],
      },
    ]);
  });

  it("does not know the nodes without their Leases", () => {
    expect(ofHolder("ip-10-0-0-1_5cd0", { hasNodes: false }).check).toMatchObject({
      status: "unknown",
      reasons: ["no node has a Lease in kube-node-lease"],
    });
  });

  it.each([{ identity: "POD_*" }, { isBound: false }])("does not apply to a fence with %j", (options) => {
    expect(ofHolder("ip-10-0-0-1_5cd0", options).check).toBeUndefined();
  });
});
