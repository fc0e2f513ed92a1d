import { expect, it, vi } from "vitest";
import { guard } from "../../harness/guard.ts";
import { allowing, allows, denying, errors, head, logged, patience, ruleId } from "./policy-server.ts";

const other = "lease/preferred-holder-needs-strategy";
const observing = `${head}profile: observe\n`;

it("takes the files of a mounted directory as one policy, and changes all of them at once", async () => {
  const suite = "apiVersion: test.lease-guard.dev/v1alpha1\nkind: Suite\n";
  const { server, mount } = await guard({
    "a.yaml": denying,
    "b.yaml": `${head}rules: { ${other}: { mode: warn } }\n`,
    "s.yaml": suite,
  });
  expect(await allows(server)).toBe(false);
  // If the server applied only some of these changes, the files could contradict each other.
  mount.swap({ "a.yaml": allowing, "b.yaml": observing, "c.yaml": allowing });
  await vi.waitUntil(() => allows(server), { timeout: 5_000, interval: 50 });
  expect(await errors(server)).toBe(0);
  expect((await logged(server, 1))[0]).toMatchObject({
    msg: "policy changed",
    profile: "observe",
    changes: { profile: { before: "default", after: "observe" }, rules: [ruleId, other].sort() },
  });
});

it("rejects a directory whose files contradict each other, and keeps the previous policy", async () => {
  const { server, mount } = await guard({ "a.yaml": denying });
  mount.swap({ "a.yaml": denying, "b.yaml": allowing });
  await vi.waitUntil(async () => (await errors(server)) >= 1, patience);
  expect(await allows(server)).toBe(false);
  mount.swap({ "b.yaml": allowing });
  await vi.waitUntil(() => allows(server), patience);
  expect((await logged(server, 2))[0]).toMatchObject({
    msg: "policy file rejected; the previous policy stays active",
    errors: [
      expect.stringMatching(
        /\/b\.yaml:3:\d+: error: rules.*\.mode: Invalid value: "audit": must not differ .*\/a\.yaml:3:\d+$/,
      ),
    ],
  });
});
