import { X509Certificate } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { runCli } from "../../harness/cli.ts";

vi.setConfig({ testTimeout: 30_000 });

const folder = mkdtempSync(join(tmpdir(), "lease-guard-generate-"));

afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Returns the arguments of the command: valid flags, changed by `change`. The value undefined
 * removes a flag.
 */
function generate(change: Readonly<Record<string, string | undefined>>, ...rest: readonly string[]): readonly string[] {
  const good = { "--service": "webhook", "--namespace": "guard", "--out": join(folder, "never") };
  const flags = Object.entries({ ...good, ...change }).flatMap(([flag, value]) =>
    value === undefined ? [] : [flag, value],
  );
  return ["certs", "generate", ...flags, ...rest];
}

const manyNames = Array.from({ length: 101 }, (_, index) => ["--dns", `n${index}.example.com`]).flat();

describe.concurrent("certs generate rejects", () => {
  it.each<readonly [string, readonly string[]]>([
    ["no service", generate({ "--service": undefined })],
    ["no namespace", generate({ "--namespace": undefined })],
    ["no folder", generate({ "--out": undefined })],
    ["a service in capitals", generate({ "--service": "Webhook" })],
    ["a service that begins with a hyphen", generate({}, "--service=-a")],
    ["a service of 64 characters", generate({ "--service": "a".repeat(64) })],
    ["a namespace with an underscore", generate({ "--namespace": "a_b" })],
    ["a namespace of 64 characters", generate({ "--namespace": "a".repeat(64) })],
    ["a DNS name with an empty label", generate({ "--dns": "a..b" })],
    ["a DNS name with a space", generate({ "--dns": "a b" })],
    ["a wildcard in the middle", generate({ "--dns": "a.*.example.com" })],
    ["a DNS name of 254 characters", generate({ "--dns": `${"a.".repeat(126)}aa` })],
    ["a hundred names and more", generate({}, ...manyNames)],
    ["an address of three parts", generate({ "--ip": "1.2.3" })],
    ["an address with a mask", generate({ "--ip": "10.0.0.1/24" })],
    ["an empty folder", generate({ "--out": "" })],
    ["a folder whose parent is not there", generate({ "--out": join(folder, "none/x") })],
    ["a file for a folder", generate({ "--out": join(folder, "file") })],
    ["an unknown flag", generate({}, "--days", "1")],
  ])("%s", async (_name, args) => {
    writeFileSync(join(folder, "file"), "kept");
    const { code, stdout, stderr } = await runCli(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^error: [^\p{Cc}]+\n$/u);
    expect(stderr).not.toMatch(/Error:|\bat \/|node:|node_modules/);
    expect(readdirSync(folder).filter((name) => name === "never")).toEqual([]);
    expect(readFileSync(join(folder, "file"), "utf8")).toBe("kept");
  });
});

describe("certs generate", () => {
  it("writes a certificate for a Service, and its key for the owner only", async () => {
    const out = join(folder, "good");
    const { code, stderr } = await runCli(
      generate({ "--out": out }, "--dns", "other.example", "--ip", "10.0.0.1", "--ip", "::1"),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(readdirSync(out).sort()).toEqual([
      "ca-bundle.patch.yaml",
      "ca.crt",
      "kustomization.yaml",
      "tls.crt",
      "tls.key",
    ]);
    const certificate = new X509Certificate(readFileSync(join(out, "tls.crt")));
    for (const host of ["webhook.guard.svc", "other.example"]) expect(certificate.checkHost(host)).toBe(host);
    for (const address of ["10.0.0.1", "::1"]) expect(certificate.checkIP(address)).toBe(address);
    expect(certificate.verify(new X509Certificate(readFileSync(join(out, "ca.crt"))).publicKey)).toBe(true);
    expect(statSync(join(out, "tls.key")).mode & 0o777).toBe(0o600);
  });
});
