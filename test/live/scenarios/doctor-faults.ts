import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { doctorChecks } from "../../../src/doctor/checks.ts";
import { exportedFaults } from "../harness/exported-faults.ts";
import { applyExport } from "../harness/exported-policy.ts";
import { foreignFaults } from "../harness/foreign-faults.ts";
import { installationFaults } from "../harness/installation-faults.ts";
import { type Fault, type Found, plant } from "../harness/plant.ts";
import { policyFaults } from "../harness/policy-faults.ts";
import { registrationFaults } from "../harness/registration-faults.ts";
import { servedFaults } from "../harness/served-faults.ts";
import type { World } from "../harness/world.ts";

/** The checks without a misconfiguration in the tables, and the reasons. */
const notPlanted: Readonly<Record<string, string>> = {
  "doctor/apis-served": "only with --preflight",
  "doctor/rights-to-install": "only with --preflight",
  "doctor/names-free": "only with --preflight",
  "doctor/side-effects-none": "the API server rejects the other values",
  "doctor/probe-validated": "only with --probe",
  "doctor/fence-views-current": "only with --fences; fence.test.ts freezes the view of a fence",
  "doctor/fence-holders-are-nodes": "no kubelet runs, so no node has a Lease",
  "doctor/pods-spread": "no scheduler runs, so the pods have no nodes",
  "doctor/no-proxy-injected": "the containers of a pod do not change",
  "doctor/api-server-supported": "the flags of the API server do not change its version",
};

/** A good installation, and the functions that read it and update what the pods have mounted. */
export interface Installed {
  readonly world: () => World;
  readonly found: () => Promise<readonly Found[]>;
  readonly remount: () => Promise<void>;
}

/** Tests that the doctor finds each misconfiguration of a good installation, and nothing else. */
export function doctorFaults({ world, found, remount }: Installed): void {
  const planted = async <T>({ changes }: Fault, read: () => Promise<T>): Promise<T> => {
    const undo = await plant(world(), changes);
    try {
      return await read();
    } finally {
      await undo();
    }
  };
  const expectFound = async (fault: Fault): Promise<void> => {
    expect(await planted(fault, found)).toEqual(fault.finds);
    expect(await found()).toEqual([]);
  };
  const ofObjects = { ...registrationFaults, ...installationFaults, ...policyFaults, ...foreignFaults };

  it.each(Object.entries(ofObjects))("finds %s", (_, fault) => expectFound(fault));

  it.each(Object.entries(servedFaults))("finds %s", async (_, fault) => {
    await planted(fault, async () => {
      await remount();
      await expect.poll(found, { timeout: 20_000 }).toEqual(fault.finds);
    });
    await remount();
    await expect.poll(found, { timeout: 20_000 }).toEqual([]);
  });

  describe("with exported policies", () => {
    let applied: Awaited<ReturnType<typeof applyExport>> | undefined;
    beforeAll(async () => {
      applied = await applyExport(world(), "lease-guard", { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy" });
      expect(await found()).toEqual([]);
    });
    afterAll(() => applied?.withdraw());

    it.each(Object.entries(exportedFaults))("finds %s", (_, fault) => expectFound(fault));
  });

  it("has a misconfiguration for each check", () => {
    const faults = Object.values({ ...ofObjects, ...servedFaults, ...exportedFaults });
    const checks = faults.flatMap(({ finds }) => finds.map(([check]) => check));
    expect([...new Set([...checks, ...Object.keys(notPlanted)])].sort()).toEqual(
      doctorChecks.map(({ id }) => id).sort(),
    );
  });
}
