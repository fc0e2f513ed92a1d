import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failClosedCommand } from "../../harness/overlays-example.ts";
import { type Guard, startGuard } from "../harness/guard.ts";
import { strictFlags } from "../harness/strict-guard.ts";
import type { World } from "../harness/world.ts";

/** Tests the dry run of docs/overlays.md that must succeed before `failurePolicy: Fail` is set. */
export function failClosedProbe(world: () => World): void {
  const [, args = "", needle = ""] = /kubectl (create .*) 2>&1 \| grep (\S+)/.exec(failClosedCommand) ?? [];
  const isReached = async (): Promise<boolean> => {
    const { stdout, stderr } = await world().kubectl(args.split(" "));
    return `${stdout}${stderr}`.includes(needle);
  };

  describe.each([
    ["default", () => []],
    ["strict", () => strictFlags(world())],
  ] as const)("the dry run before fail-closed, profile %s", (_profile, flags) => {
    let guard: Guard;
    beforeAll(async () => {
      guard = await startGuard(world(), { failurePolicy: "Ignore", flags: flags() });
    });
    afterAll(() => guard?.stop());

    it("finds the rule while kube-apiserver reaches lease-guard, and does not find it afterwards", async () => {
      expect(needle).not.toBe("");
      expect(await isReached()).toBe(true);
      await guard.kill();
      expect(await isReached()).toBe(false);
    });
  });
}
