import { afterAll, beforeAll, describe } from "vitest";
import { buildElector } from "./harness/elector.ts";
import type { Guard } from "./harness/guard.ts";
import { allowElectors } from "./harness/impersonation.ts";
import { newest } from "./harness/release.ts";
import { startStrictGuard } from "./harness/strict-guard.ts";
import { startWorld, type World } from "./harness/world.ts";
import { clientGoElections } from "./scenarios/client-go-elections.ts";
import { controlPlane } from "./scenarios/control-plane.ts";
import { coordinatedElections } from "./scenarios/coordinated-elections.ts";
import { deletions } from "./scenarios/deletions.ts";
import { escapedCharacters } from "./scenarios/escaped-characters.ts";
import { undecodableTimes } from "./scenarios/undecodable-times.ts";

describe("elections through profile strict, failurePolicy Fail, in every namespace", () => {
  let started: World | undefined;
  let registered: Guard | undefined;
  const world = (): World => {
    if (!started) throw new Error("the cluster did not start");
    return started;
  };
  const guard = (): Guard => {
    if (!registered) throw new Error("the server did not start");
    return registered;
  };
  beforeAll(async () => {
    started = await startWorld(newest);
    await allowElectors(started);
    await buildElector(started);
    registered = await startStrictGuard(started);
  });
  afterAll(async () => {
    await registered?.stop();
    await started?.stop();
  });

  clientGoElections(world, guard);
  coordinatedElections(world, guard);
  controlPlane(world, guard);
  deletions(world, guard);
  undecodableTimes(world, guard);
  escapedCharacters(world, guard);
});
