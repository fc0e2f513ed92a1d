import { afterAll, describe, expect, it } from "vitest";
import { runCli } from "../../harness/cli.ts";
import { nodeFlags } from "../../harness/dockerfile.ts";
import { held, overlay, restore } from "../harness/certificate-runs.ts";
import { runInPod } from "../harness/in-pod.ts";
import type { World } from "../harness/world.ts";

/**
 * Tests the command in the same way as the Job runs it. Except in one test, the only difference is
 * that a kubeconfig contains the address of the API server.
 */
export function certificateCommand(world: () => World, job: () => string): void {
  const apply = (...flags: readonly string[]) =>
    runCli(["certs", "apply", "--kubeconfig", job(), ...flags], { node: nodeFlags });

  describe("the command", () => {
    afterAll(() => restore(world(), { bundles: [undefined, undefined] }));

    it("--dry-run prints the steps that are due, and writes nothing", async () => {
      const { code, stdout, stderr } = await apply("--dry-run");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout.split("\n")).toEqual([
        "dry run: issued a CA: no stored CA can sign",
        "dry run: issued a serving certificate: no certificate is stored",
        "dry run: added the CA to caBundle, which now trusts 1",
        expect.stringMatching(/^dry run: nothing is due until \d{4}-\d\d-\d\dT/),
        "",
      ]);
      expect(await held(world())).toEqual({ bundles: [undefined, undefined] });
    });

    it("installs the certificates", async () => {
      const { code, stdout, stderr } = await apply();
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain("issued a serving certificate: no certificate is stored\n");
      expect(stdout).not.toMatch(/PRIVATE KEY|MII/);
      const { ca, tls, bundles } = await held(world());
      expect(tls?.["ca.crt"]).toBe(ca?.["ca.crt"]);
      expect(bundles).toEqual([ca?.["ca.crt"], ca?.["ca.crt"]]);
    });

    it("has nothing to do a second time", async () => {
      const before = await held(world());
      const { code, stdout } = await apply();
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^nothing is due until [^\n]*\n$/) });
      expect(await held(world())).toEqual(before);
    });

    it("finds the API server, its credentials, and the namespace in a pod", async () => {
      const pod = { namespace: "lease-guard", serviceAccount: "lease-guard-certificates" };
      expect(await runInPod(world(), ["certs", "apply"], pod)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^nothing is due until [^\n]*\n$/),
        stderr: "",
      });
    });

    it.each([
      { side: "client", flags: [] },
      { side: "server", flags: ["--server-side", "--force-conflicts"] },
    ])("the certificates stay if the $side applies the overlay again", async ({ flags }) => {
      const before = await held(world());
      const { status, stderr } = await world().kubectl(["apply", `--kustomize=${overlay}`, ...flags]);
      expect({ status, stderr }).toMatchObject({ status: 0 });
      expect(await held(world())).toEqual(before);
    });

    it("exits with 2 if another program uses a name", async () => {
      const { code, stderr } = await apply("--ca-secret", "lease-guard-tls");
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: "error: Secret lease-guard/lease-guard-tls must be of type Opaque, not kubernetes.io/tls\n",
      });
    });
  });
}
