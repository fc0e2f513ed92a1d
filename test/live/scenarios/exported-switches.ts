import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer, Writer } from "../harness/api.ts";
import { eventually } from "../harness/eventually.ts";
import { electorsGroup } from "../harness/impersonation.ts";
import { takenNow } from "../harness/lease-spec.ts";
import { type Outcome, run } from "../harness/run.ts";
import type { Exported } from "./exported-policies.ts";

const component = new URL("../../../manifests/components/policies/policies.yaml", import.meta.url).pathname;
const program = new URL("../../../dist/cli/main.js", import.meta.url).pathname;
const ordinary: Writer = { username: "jane", groups: [electorsGroup] };

/** Tests which users and settings switch off the policies of `manifests/components/policies`. */
export function exportedSwitches(exported: () => Exported): void {
  describe("of manifests/components/policies", () => {
    const kubectl = async (...args: readonly string[]): Promise<string> => {
      const { status, stdout, stderr } = await exported().world.kubectl(args);
      if (status !== 0) throw new Error(stderr);
      return stdout;
    };
    /** Sends a Lease whose holder is a placeholder, which the default policy warns about. */
    const send = (writer: Writer): Promise<Answer> =>
      exported().world.api.call("POST", "/apis/coordination.k8s.io/v1/namespaces/default/leases?dryRun=All", {
        body: { metadata: { name: "placeholder" }, spec: takenNow("$(POD_NAME)", 15) },
        writer,
      });
    const warned = async (): Promise<boolean> =>
      (await send(ordinary)).warnings.some((text) => text.includes("(lease/holder-identity-not-placeholder)"));
    const until = (isWarned: boolean): Promise<true> =>
      eventually(`the write ${isWarned ? "gets" : "gets no"} warning`, 30_000, async () =>
        (await warned()) === isWarned ? true : undefined,
      );

    beforeAll(async () => {
      await kubectl("delete", "validatingadmissionpolicybindings", "--all");
      await until(false);
      await kubectl("apply", `--filename=${component}`);
      await until(true);
    });
    afterAll(() => kubectl("delete", `--filename=${component}`, "--ignore-not-found"));

    it("the command that policy export prints gets the warnings that an administrator does not get", async () => {
      const { folder } = exported().world;
      const env = { PATH: process.env["PATH"], HOME: folder, KUBECONFIG: join(folder, "kubeconfig.json") };
      const { stderr } = await run(process.execPath, [program, "policy", "export"], { env });
      const [, command = ""] = /^to try them as another user, .*?: (echo .*)$/m.exec(stderr) ?? [];
      const pasted = (text: string): Promise<Outcome> => run("bash", ["-c", text], { env });
      const asOther = await pasted(command);
      expect(asOther).toMatchObject({ status: 0, stderr: expect.stringContaining("(lease/node-lease-by-its-node)") });
      expect(asOther.stderr).toContain("(lease/holder-identity-not-placeholder)");
      const asAdministrator = await pasted(command.replace(/ --as=\S+/, ""));
      expect(asAdministrator).toMatchObject({
        status: 0,
        stderr: expect.stringContaining("(lease/holder-identity-not-placeholder)"),
      });
      expect(asAdministrator.stderr).not.toContain("node-lease-by-its-node");
    });

    it("the break-glass group gets no warning", async () => {
      const { status, warnings } = await send({ ...ordinary, groups: [electorsGroup, "lease-guard:break-glass"] });
      expect({ status, warnings }).toEqual({ status: 201, warnings: [] });
      expect(await warned()).toBe(true);
    });

    it("the deletion of the bindings by their labels switches the policies off, and an apply switches them on", async () => {
      const deleted = await kubectl(
        "delete",
        "validatingadmissionpolicybindings",
        "--selector=app.kubernetes.io/name=lease-guard,app.kubernetes.io/component=policy",
      );
      expect(deleted).toContain("deleted");
      await until(false);
      await kubectl("apply", `--filename=${component}`);
      await until(true);
    });
  });
}
