import { afterAll, beforeAll, describe } from "vitest";
import { installOverlay } from "./harness/certificate-runs.ts";
import { newest } from "./harness/release.ts";
import { startWorld, type World } from "./harness/world.ts";
import { certificateCommand } from "./scenarios/certificate-command.ts";
import { certificateFaults } from "./scenarios/certificate-faults.ts";
import { certificateRights } from "./scenarios/certificate-rights.ts";
import { certificateSteps } from "./scenarios/certificate-steps.ts";

describe("certs apply", () => {
  let started: World | undefined;
  let kubeconfig = "";
  const world = (): World => {
    if (!started) throw new Error("the cluster did not start");
    return started;
  };
  beforeAll(async () => {
    started = await startWorld(newest);
    kubeconfig = await installOverlay(started);
  });
  afterAll(() => started?.stop());

  certificateCommand(world, () => kubeconfig);
  certificateSteps(world, () => kubeconfig);
  certificateRights(world, () => kubeconfig);
  certificateFaults(world, () => kubeconfig);
});
