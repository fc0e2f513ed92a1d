import { afterAll, beforeAll, describe } from "vitest";
import type { Release } from "../harness/release.ts";
import { startWorld, type World } from "../harness/world.ts";
import { boundTokens } from "./bound-tokens.ts";
import { clockStamps } from "./clock-stamps.ts";
import { comparedElections } from "./compared-elections.ts";
import { denials } from "./denials.ts";
import { equivalentVersions } from "./equivalent-versions.ts";
import { exclusions } from "./exclusions.ts";
import { failClosedProbe } from "./fail-closed-probe.ts";
import { installation } from "./installation.ts";
import { kubectlWrites } from "./kubectl-writes.ts";
import { operations } from "./operations.ts";
import { outages } from "./outages.ts";
import { renewals } from "./renewals.ts";
import { rollOuts } from "./roll-outs.ts";

/** Runs the scenarios below in turn, in a cluster of one Kubernetes version. */
export function describeRelease(release: Release): void {
  describe(`Kubernetes ${release.version}`, () => {
    let started: World | undefined;
    const world = (): World => {
      if (!started) throw new Error("the cluster did not start");
      return started;
    };
    beforeAll(async () => {
      started = await startWorld(release);
    });
    afterAll(() => started?.stop());

    installation(world);
    operations(release, world);
    denials(release, world);
    equivalentVersions(release, world);
    renewals(release, world);
    clockStamps(release, world);
    boundTokens(world);
    exclusions(release, world);
    kubectlWrites(release, world);
    comparedElections(release, world);
    failClosedProbe(world);
    outages(release, world);
    rollOuts(world);
  });
}
