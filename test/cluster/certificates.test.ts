import { afterAll, beforeAll, describe } from "vitest";
import { installOverlay } from "./harness/certificate-runs.ts";
import { newest } from "./harness/release.ts";
import { startWorld, type World } from "./harness/world.ts";
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

  certificateSteps(world, () => kubeconfig);
});
