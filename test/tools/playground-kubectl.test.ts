import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Status } from "../../src/api/meta.ts";
import { evaluate } from "../../src/playground/evaluate.ts";
import { kubectlOutput } from "../../src/playground/kubectl-output.ts";
import { emptyInput } from "../../src/playground/share-link.ts";

/** The time of each write, which the rules compare with the times of the objects. */
const now = new Date("2026-07-01T08:00:05Z");

/** Returns what kubectl prints if an API server responds to a write with a Status and a warning. */
async function realOutput(status: Status, warnings: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-kubectl-"));
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      if (warnings.length > 0)
        response.setHeader(
          "warning",
          warnings.map((text) => `299 - ${JSON.stringify(text)}`),
        );
      response.setHeader("content-type", "application/json").writeHead(status.code).end(JSON.stringify(status));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, "object.json"), "{}");
  const { port } = server.address() as AddressInfo;
  const args = [`--server=http://127.0.0.1:${port}`, `--cache-dir=${folder}`, "create", "--raw=/apis", "--filename=object.json"];
  return new Promise((resolve) => execFile("kubectl", args, { cwd: folder }, (_error, _stdout, stderr) => resolve(stderr.trimEnd())));
}

const lease = (spec: string): string =>
  `apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: { name: a, namespace: b }\nspec: ${spec}\n`;

describe("the output of kubectl in the playground", () => {
  test.each([
    ["one cause", "{ leaseDurationSeconds: 0 }", "", "The Lease"],
    ["several causes", "{ leaseDurationSeconds: 0, leaseTransitions: -1 }", "", "The Lease"],
    ["a denial by a rule", '{ holderIdentity: "$(POD_NAME)" }', "profile: strict", "Error from server (Forbidden)"],
    ["warnings", '{ holderIdentity: "$(POD_NAME)", leaseDurationSeconds: 0 }', "", "Warning: "],
  ])("is that of kubectl: %s", async (_, spec, profile, start) => {
    const policy = profile === "" ? "" : `apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n${profile}\n`;
    const { answers } = await evaluate({ ...emptyInput, object: lease(spec), policy }, now);
    const reply = answers[0]?.reply;
    if (reply?.kind !== "AdmissionReview" || reply.response.status === undefined) throw new Error("the write must be denied");
    const { status, warnings = [] } = reply.response;
    const denied = { ...status, message: `admission webhook "leases.lease-guard.dev" denied the request: ${status.message}` };
    const shown = kubectlOutput({ kind: "Lease", name: "a", operation: "CREATE", response: { status, warnings } });
    // With --raw, kubectl does not name the file.
    expect(shown.replace('error when creating "object.yaml": ', "")).toBe(await realOutput(denied, warnings));
    expect(shown.startsWith(start)).toBe(true);
  });
});
