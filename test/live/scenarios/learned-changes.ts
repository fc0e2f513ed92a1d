import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AuditedWrite, auditedWrites, refused } from "../harness/audited-writes.ts";
import { createAccount, identityOf, podToken } from "../harness/bound-tokens.ts";
import { startElector } from "../harness/elector.ts";
import { eventually } from "../harness/eventually.ts";
import { electorsGroup, kubeconfigAs } from "../harness/impersonation.ts";
import { kubeconfigFor } from "../harness/kubeconfig.ts";
import { type Place, readSpec } from "../harness/lease-spec.ts";
import { mustRun, type Outcome, run } from "../harness/run.ts";
import type { Service } from "../harness/service.ts";
import type { World } from "../harness/world.ts";

/** A version of a program, and its pods. */
interface Version {
  readonly pods: readonly [string, string];
  /** The file name of the program, which is also its field manager. */
  readonly program?: string;
  readonly leaseSeconds: number;
  /** The versions of the LeaseCandidates of the two pods. */
  readonly candidates: readonly [string, string];
}

const recorded: Version = {
  pods: ["controller-7d9f6c8b5d-x2vzk", "controller-7d9f6c8b5d-bcdfg"],
  leaseSeconds: 4,
  candidates: ["1.36.0", "1.35.0"],
};
const rolledOut: Version = { ...recorded, pods: ["controller-5b8c6d9f7d-8tq2w", "controller-5b8c6d9f7d-q7wz4"] };
const upgraded = {
  pods: ["controller-6c5b7d8f9b-k4z7q", "controller-6c5b7d8f9b-hj6mn"],
  program: "elector-v2",
  leaseSeconds: 6,
  candidates: ["1.37.0", "1.36.0"],
} as const satisfies Version;

/** The arguments of kubectl, and a function that changes the current Lease for standard input. */
type Repair = readonly [args: readonly string[], change?: (lease: Readonly<Record<string, object>>) => object];

const lease = "lease/elected-0";

/** Returns a repair with `kubectl patch`. */
function patch(type: "merge" | "json", body: unknown): Repair {
  return [["patch", lease, `--type=${type}`, `--patch=${JSON.stringify(body)}`]];
}

/**
 * Returns a Lease for `kubectl replace`, which must not have a resourceVersion that another client
 * changes.
 */
function withoutHolder({ metadata, spec, ...object }: Readonly<Record<string, object>>): object {
  return { ...object, metadata: { ...metadata, resourceVersion: undefined }, spec: { ...spec, holderIdentity: "" } };
}

const removed = patch("json", [{ op: "remove", path: "/spec/holderIdentity" }]);
const emptied = patch("merge", { spec: null });

/**
 * The repairs that remove the field holderIdentity, which kube-apiserver's election controller
 * requires in a coordinated election.
 */
const withoutField: readonly Repair[] = [removed, emptied];

/** Repairs of a Lease whose pods are running. */
const repairs: Readonly<Record<string, Repair>> = {
  "patch, which empties the holder": patch("merge", { spec: { holderIdentity: "" } }),
  "patch, which releases the Lease as client-go does": patch("merge", {
    spec: { holderIdentity: "", leaseDurationSeconds: 1 },
  }),
  "patch, which shortens the duration": patch("merge", { spec: { leaseDurationSeconds: 1 } }),
  "patch, which removes the holder": removed,
  "patch, which empties the spec": emptied,
  "edit, which sets another holder": [["edit", lease]],
  "replace, which empties the holder": [["replace", "--filename=-"], withoutHolder],
  "apply --server-side, which empties the holder": [
    ["apply", "--server-side", "--force-conflicts", "--filename=-"],
    ({ apiVersion, kind }) => ({ apiVersion, kind, metadata: { name: "elected-0" }, spec: { holderIdentity: "" } }),
  ],
  annotate: [["annotate", lease, "example.com/repaired=yes"]],
  delete: [["delete", lease]],
};

/** Runs a real kubectl as a user, and again after a conflict with a renewal, as a person does. */
async function kubectl(
  world: World,
  place: Place,
  user: readonly [string, ...string[]],
  repair: Repair,
): Promise<Outcome> {
  const [args, change] = repair;
  const [name, ...groups] = user;
  const env = {
    PATH: process.env["PATH"],
    HOME: world.folder,
    KUBECONFIG: kubeconfigAs(world, name, [...groups, electorsGroup]),
    KUBE_EDITOR: "sed -i 's/holderIdentity: .*/holderIdentity: maintenance/'",
  };
  const inNamespace = `--namespace=${place.namespace}`;
  if (change === undefined) return run("kubectl", [...args, inNamespace], { env });
  const current = await mustRun("kubectl", ["get", lease, "--output=json", inNamespace], { env });
  const outcome = await run("kubectl", [...args, inNamespace], {
    env,
    stdin: JSON.stringify(change(JSON.parse(current))),
  });
  const isConflict = outcome.stderr.includes("the object has been modified");
  return isConflict ? kubectl(world, place, user, repair) : outcome;
}

const administrator = ["kubernetes-admin", "kubeadm:cluster-admins"] as const;
const jane = ["jane"] as const;

/** Waits until pods have renewed a Lease a few times. */
async function untilRenewedBy(world: World, place: Place, pods: readonly string[]): Promise<void> {
  const seen = new Set<string | undefined>();
  await eventually(`${pods.join(" or ")} renews ${place.namespace}/${place.name}`, 60_000, async () => {
    const { holderIdentity = "", renewTime } = await readSpec(world, place);
    if (pods.some((pod) => holderIdentity.startsWith(`${pod}_`))) seen.add(renewTime);
    return seen.size > 8 ? true : undefined;
  });
}

/**
 * Tests rollouts, upgrades, and repairs with kubectl under a learned policy. `enforce` records the
 * writes during its argument, learns a policy from them, and lets lease-guard enforce it.
 */
export function learnedChanges(world: () => World, enforce: (record: () => Promise<void>) => Promise<void>): void {
  describe("a policy that is learned from the pods of two programs", () => {
    const running: Service[] = [];
    const kubeconfigs = new Map<string, string>();
    let plain: Place;
    let coordinated: Place;
    let earlier = 0;

    const start = ({ namespace }: Place, version: Version, index: 0 | 1): void => {
      const { pods, candidates, ...settings } = version;
      const flags = namespace === coordinated.namespace ? [`-version=${candidates[index]}`] : [];
      const identity = identityOf(pods[index]);
      const kubeconfig = kubeconfigs.get(`${namespace}-${pods[index]}`) ?? "";
      running.push(startElector(world(), { namespace, identity, kubeconfig, flags, ...settings }));
    };
    const bothRenewed = ({ pods }: Version): Promise<unknown> =>
      Promise.all([plain, coordinated].map((place) => untilRenewedBy(world(), place, pods)));
    /** Starts the pods of a version, and then stops the pods of the version before. */
    const rollOut = async (version: Version): Promise<void> => {
      const before = running.splice(0);
      for (const place of [plain, coordinated]) for (const index of [0, 1] as const) start(place, version, index);
      await Promise.all(before.map(({ stop }) => stop()));
      await bothRenewed(version);
    };

    beforeAll(async () => {
      const places: Place[] = [];
      for (const _ of [0, 1]) places.push({ namespace: await world().newNamespace(), name: "elected-0" });
      for (const { namespace } of places) {
        await createAccount(world(), namespace);
        for (const pod of [recorded, rolledOut, upgraded].flatMap(({ pods }) => pods)) {
          const token = await podToken(world(), namespace, pod);
          kubeconfigs.set(`${namespace}-${pod}`, kubeconfigFor(world(), `${namespace}-${pod}.json`, { token }));
        }
      }
      [plain, coordinated] = places as [Place, Place];
      copyFileSync(join(world().folder, "elector"), join(world().folder, upgraded.program));
      await enforce(() => rollOut(recorded));
      earlier = auditedWrites(world()).length;
    });
    afterAll(() => Promise.all(running.map(({ stop }) => stop("SIGKILL"))));

    const denied = (): readonly AuditedWrite[] =>
      refused(auditedWrites(world()).slice(earlier)).filter(({ user }) => user !== "jane");

    it("allows a rollout", async () => {
      await rollOut(rolledOut);
      expect(denied()).toEqual([]);
    });

    it("allows an upgrade that changes the field manager, the duration, and the versions", async () => {
      await rollOut(upgraded);
      const { stdout } = await world().kubectl([
        "get",
        lease,
        `-n=${plain.namespace}`,
        "--show-managed-fields",
        "--output=json",
      ]);
      expect(stdout).toContain(`"manager": "${upgraded.program}"`);
      expect(denied()).toEqual([]);
    });

    it("denies a takeover with kubectl by a person who is not an administrator", async () => {
      const taken = await kubectl(world(), plain, jane, patch("merge", { spec: { holderIdentity: "jane" } }));
      expect(taken).toMatchObject({ status: 1, stderr: expect.stringContaining("(metadata/writer-allowed)") });
    });

    it.each(Object.entries(repairs))("allows an administrator a repair with kubectl %s", async (_, repair) => {
      const places = withoutField.includes(repair) ? [plain] : [plain, coordinated];
      for (const place of places)
        expect(await kubectl(world(), place, administrator, repair)).toMatchObject({ status: 0 });
      await bothRenewed(upgraded);
      expect(denied()).toEqual([]);
    });

    it("allows an administrator to restore a Lease with kubectl replace --force after its pods crashed", async () => {
      await Promise.all(running.map(({ stop }) => stop("SIGKILL")));
      const restored = await kubectl(world(), plain, administrator, [
        ["replace", "--force", "--filename=-"],
        (object) => object,
      ]);
      expect(restored).toMatchObject({ status: 0, stdout: expect.stringContaining("replaced") });
      await rollOut(upgraded);
      expect(denied()).toEqual([]);
    });
  });
}
