import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { deleteCommand } from "../../../src/audit/audit.ts";
import { auditScript } from "../../../src/audit/reports/script.ts";
import { context } from "../../harness/report-context.ts";
import { auditOf, finding, hostileAudit, lease } from "./audit-results.ts";

const folder = mkdtempSync(join(tmpdir(), "lease-guard-script-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program with the arguments of kubectl, which fails for one object. */
const kubectl = join(folder, "kubectl");
writeFileSync(
  kubectl,
  `#!/bin/sh\necho "$* $(cat)" >> ${folder}/called\ncase "$*" in *leases/a-3\\ *) exit 1;; esac\n`,
);
chmodSync(kubectl, 0o755);

function orphaned(name: string) {
  const object = { apiVersion: "coordination.k8s.io/v1", resource: "leases", namespace: "team-a", name };
  const remedy = deleteCommand({ ...object, uid: `uid-of-${name}`, resourceVersion: "7" }, kubectl);
  return lease({ name, findings: [finding(remedy === undefined ? {} : { remedy })] });
}

/** Runs a script, and returns its exit code and the calls of kubectl. */
function run(script: string): { readonly code: number; readonly calls: readonly string[] } {
  writeFileSync(`${folder}/called`, "");
  let code = 0;
  try {
    execFileSync("sh", { input: script, stdio: "pipe" });
  } catch (error) {
    code = (error as { readonly status: number }).status;
  }
  return { code, calls: readFileSync(`${folder}/called`, "utf8").split("\n").slice(0, -1) };
}

it("deletes each object with its uid and resourceVersion, also after a failure", () => {
  const names = Array.from({ length: 500 }, (_, index) => `a-${index}`);
  const script = auditScript(auditOf(names.map(orphaned)), context);
  const { code, calls } = run(script);
  expect(code).toBe(1);
  expect(calls).toHaveLength(500);
  expect(calls[7]).toBe(
    'delete --raw /apis/coordination.k8s.io/v1/namespaces/team-a/leases/a-7 -f - {"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"uid":"uid-of-a-7","resourceVersion":"7"}}',
  );
});

it("succeeds if all commands do, and contains a command only once", () => {
  const object = orphaned("b");
  const twice = { ...object, findings: [...object.findings, ...object.findings] };
  expect(run(auditScript(auditOf([twice]), context))).toMatchObject({ code: 0, calls: [expect.any(String)] });
});

it("without commands, runs nothing", () => {
  expect(run(auditScript(auditOf([lease({ findings: [finding()] })]), context))).toEqual({ code: 0, calls: [] });
});

it("leaves out the command of a hostile object", () => {
  const script = auditScript(hostileAudit, context);
  expect(script.split("\n").filter((line) => line !== "" && !line.startsWith("#"))).toEqual([
    "failed=0",
    'exit "$failed"',
  ]);
});
