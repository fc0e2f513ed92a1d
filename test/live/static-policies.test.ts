import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "./harness/api.ts";
import { eventually } from "./harness/eventually.ts";
import { applyExport, exportStatic } from "./harness/exported-policy.ts";
import { allowElectors, electorsGroup } from "./harness/impersonation.ts";
import { takenNow } from "./harness/lease-spec.ts";
import { newest } from "./harness/release.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";

const group = "/apis/admissionregistration.k8s.io";

interface Discovered {
  readonly versions: readonly { readonly version: string }[];
  readonly resources: readonly { readonly name: string }[];
}

/**
 * Returns the API paths of all resources that kube-apiserver serves in the group
 * admissionregistration.k8s.io.
 */
async function registrationCollections({ api }: World): Promise<readonly string[]> {
  const discover = async (path: string): Promise<Discovered> =>
    expectStatus(200, await api.call("GET", path)).body as unknown as Discovered;
  const { versions } = await discover(group);
  const paths = versions.map(async ({ version }) => {
    const { resources } = await discover(`${group}/${version}`);
    return resources.filter(({ name }) => !name.includes("/")).map(({ name }) => `${group}/${version}/${name}`);
  });
  return (await Promise.all(paths)).flat();
}

const policy = { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", profile: "strict" };

describe("policies that kube-apiserver reads from its disk", () => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-static-"));
  const file = join(folder, "policies", "lease-guard.yaml");
  let world: World;

  beforeAll(async () => {
    const configuration = await exportStatic(folder, policy);
    const featureGates = "CoordinatedLeaderElection=true,ManifestBasedAdmissionControlConfig=true";
    world = await startWorld({ ...newest, featureGates, flags: [`--admission-control-config-file=${configuration}`] });
    await allowElectors(world);
    await world.api.call("POST", "/api/v1/namespaces", { body: { metadata: { name: "kube-node-lease" } } });
  });
  afterAll(async () => {
    await world?.stop();
    rmSync(folder, { recursive: true });
  });

  let count = 0;
  const writer = { username: "system:node:other", groups: [electorsGroup, "system:nodes"] };
  /** Creates the Lease of another node, which the policies deny. */
  const wrong = (): Promise<Answer> => {
    count += 1;
    const body = { metadata: { name: `node-${count}` }, spec: takenNow(`node-${count}`, 40) };
    return world.api.call("POST", "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases", { body, writer });
  };
  const expectDenied = async (): Promise<void> => {
    const message =
      /^leases.coordination.k8s.io "node-\d+" is forbidden: .*'lease-guard-leases-deny.static.k8s.io'.*\(lease\/node-lease-by-its-node\)$/;
    expect(await wrong()).toMatchObject({ status: 403, body: { message: expect.stringMatching(message) } });
  };
  /** Replaces the file, as a program that configures control plane nodes does. */
  const write = (text: string): void => {
    writeFileSync(join(folder, "next"), text);
    renameSync(join(folder, "next"), file);
  };
  const log = (): string => readFileSync(join(world.folder, "kube-apiserver.log"), "utf8");

  it("are in effect in kube-node-lease from the start, and kubectl does not list them", async () => {
    await expectDenied();
    const { stdout } = await world.kubectl([
      "get",
      "validatingadmissionpolicies,validatingadmissionpolicybindings",
      "--output=name",
    ]);
    expect(stdout).not.toContain("lease-guard");
  });

  it("remain in effect when every object of admissionregistration is deleted", async () => {
    await applyExport(world, "stored", policy);
    const collections = await registrationCollections(world);
    expect(collections).toContain(`${group}/v1/mutatingadmissionpolicies`);
    const objects = async (): Promise<readonly unknown[]> => {
      const lists = await Promise.all(collections.map((path) => world.api.call("GET", path)));
      return lists.flatMap((list) => expectStatus(200, list).body["items"] as readonly unknown[]);
    };
    expect(await objects()).not.toEqual([]);
    for (const path of collections) expectStatus(200, await world.api.call("DELETE", path));
    expect(await objects()).toEqual([]);
    await expectDenied();
  });

  it("remain in effect when the file becomes invalid", async () => {
    const valid = readFileSync(file, "utf8");
    const before = log().length;
    write("kind: [");
    await eventually("kube-apiserver reports the invalid file", 90_000, () =>
      log().slice(before).includes("reloading manifest config") ? true : undefined,
    );
    await expectDenied();
    write(valid);
  });

  it("change when the file changes, without a restart", async () => {
    const weaker = { ...policy, rules: { "lease/node-lease-by-its-node": { mode: "off" } } };
    await exportStatic(folder, weaker);
    await eventually("the write is allowed", 90_000, async () => ((await wrong()).status === 201 ? true : undefined));
    await exportStatic(folder, policy);
    await eventually("the write is denied", 90_000, async () => ((await wrong()).status === 403 ? true : undefined));
  });

  it("are no longer in effect when the file is removed", async () => {
    rmSync(file);
    await eventually("the write is allowed", 90_000, async () => ((await wrong()).status === 201 ? true : undefined));
    expectStatus(201, await wrong());
  });
});
