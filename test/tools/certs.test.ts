import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { certificateFiles } from "../../src/cluster/certs/certificate-files.ts";
import { issueCertificates } from "../../src/cluster/certs/issue.ts";
import type { IssuedCertificates } from "../../src/cluster/certs/sign.ts";
import { serviceDnsNames } from "../../src/cluster/certs/subject-names.ts";
import { writeFiles } from "../../src/cluster/certs/write-files.ts";
import { portOf } from "../harness/port-of.ts";
import { toBase64 } from "../harness/to-base64.ts";
import { baseFolder } from "../manifests/base.ts";

const run = promisify(execFile);
const serviceNames = serviceDnsNames("webhook", "guard");

let root: string;
let out: string;
let issued: IssuedCertificates;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "certs-"));
  out = join(root, "out");
  const dnsNames = [...serviceNames, "*.guard.svc"];
  issued = await issueCertificates({ dnsNames, ipAddresses: ["127.0.0.1", "::1", "::2:3:4:5:6:7:8"], now: new Date() });
  expect(await writeFiles(out, certificateFiles(issued, "lease-guard"))).toMatchObject({ ok: true });
});
afterAll(async () => {
  await rm(root, { recursive: true });
});

describe("openssl", () => {
  const verify = async (certificate: string, ...options: readonly string[]): Promise<string> =>
    (
      await run("openssl", [
        "verify",
        "-x509_strict",
        ...options,
        "-CAfile",
        join(out, "ca.crt"),
        join(out, certificate),
      ])
    ).stdout;

  test.each(["ca.crt", "tls.crt"])("verify -x509_strict accepts %s", async (certificate) => {
    expect(await verify(certificate)).toContain(`${certificate}: OK`);
  });

  test("verify accepts only this purpose and these names", async () => {
    expect(await verify("tls.crt", "-purpose", "sslserver", "-verify_hostname", "webhook.guard.svc")).toContain(": OK");
    expect(await verify("tls.crt", "-verify_hostname", "other.guard.svc")).toContain(": OK");
    expect(await verify("tls.crt", "-verify_ip", "0:2:3:4:5:6:7:8")).toContain(": OK");
    await expect(verify("tls.crt", "-verify_hostname", "webhook.other.svc")).rejects.toThrow("hostname mismatch");
    await expect(verify("tls.crt", "-purpose", "sslclient")).rejects.toThrow("unsuitable certificate purpose");
    await expect(verify("tls.crt", "-attime", String(Math.floor(Date.now() / 1000) - 600))).rejects.toThrow(
      "not yet valid",
    );
  });

  const lines = {
    "ca.crt": [
      "Basic Constraints: critical\nCA:TRUE, pathlen:0",
      "Key Usage: critical\nCertificate Sign, CRL Sign",
      "Subject Key Identifier:",
      "Signature Algorithm: sha256WithRSAEncryption",
      "Public-Key: (2048 bit)",
    ],
    "tls.crt": [
      "Basic Constraints: critical\nCA:FALSE",
      "Key Usage: critical\nDigital Signature, Key Encipherment",
      "Extended Key Usage:\nTLS Web Server Authentication",
      "Subject Key Identifier:",
      "Authority Key Identifier:",
      "Signature Algorithm: sha256WithRSAEncryption",
      "Public-Key: (2048 bit)",
      `Subject Alternative Name:\n${[...serviceNames, "*.guard.svc"].map((name) => `DNS:${name}`).join(", ")}, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:0:2:3:4:5:6:7:8`,
    ],
  };

  test.each(Object.entries(lines))("x509 -text shows the extensions of %s", async (certificate, expected) => {
    const { stdout } = await run("openssl", ["x509", "-noout", "-text", "-in", join(out, certificate)]);
    const text = stdout.replaceAll(/[ \t]*\n[ \t]*/g, "\n");
    for (const line of expected) expect(text).toContain(line);
  });

  test("the key is valid and unencrypted", async () => {
    const { stdout } = await run("openssl", ["pkey", "-check", "-noout", "-in", join(out, "tls.key")]);
    expect(stdout).toContain("Key is valid");
  });
});

describe("Go", () => {
  const server = createServer();
  let address: string;
  let program: string;

  beforeAll(async () => {
    program = join(root, "go-verify");
    await run("go", ["build", "-o", program, "."], {
      cwd: join(import.meta.dirname, "go-verify"),
      env: { ...process.env, GOWORK: "off" },
    });
    server.setSecureContext({ cert: issued.certificate, key: issued.privateKey });
    await once(server.listen(0, "127.0.0.1"), "listening");
    address = `127.0.0.1:${portOf(server)}`;
  });
  afterAll(() => {
    server.close();
  });

  async function verdicts(names: readonly string[], ca = join(out, "ca.crt")): Promise<readonly unknown[]> {
    const { stdout } = await run(program, [ca, join(out, "tls.crt"), address, ...names]);
    return stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
  }

  test("accepts the file and the server by every name", async () => {
    const names = [...serviceNames, "other.guard.svc", "127.0.0.1", "::1", "0:2:3:4:5:6:7:8"];
    expect(await verdicts(names)).toEqual(names.map((name) => ({ name, verify: "", handshake: "" })));
  });

  test("rejects other names", async () => {
    const refused = expect.stringContaining("certificate is valid for") as unknown;
    expect(await verdicts(["webhook.other.svc", "a.b.guard.svc", "127.0.0.2"])).toEqual([
      { name: "webhook.other.svc", verify: refused, handshake: refused },
      { name: "a.b.guard.svc", verify: refused, handshake: refused },
      { name: "127.0.0.2", verify: refused, handshake: refused },
    ]);
  });

  test("rejects the certificate if it trusts another CA of lease-guard", async () => {
    const other = await issueCertificates({ dnsNames: ["webhook"], ipAddresses: [], now: new Date() });
    await writeFile(join(root, "other.crt"), other.caCertificate);
    const refused = expect.stringContaining("signed by unknown authority") as unknown;
    expect(await verdicts(["webhook"], join(root, "other.crt"))).toEqual([
      { name: "webhook", verify: refused, handshake: refused },
    ]);
  });
});

describe("kubectl kustomize", () => {
  interface KubernetesObject {
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly namespace?: string };
    readonly type?: string;
    readonly data?: Readonly<Record<string, string>>;
    readonly webhooks?: readonly { readonly name: string; readonly clientConfig: Readonly<Record<string, unknown>> }[];
  }

  async function build(directory: string): Promise<ReadonlyMap<string, KubernetesObject>> {
    const { stdout } = await run("kubectl", ["kustomize", directory]);
    return new Map(
      parseAllDocuments(stdout)
        .map((document) => document.toJS() as KubernetesObject)
        .map((object) => [object.kind, object]),
    );
  }

  let before: ReadonlyMap<string, KubernetesObject>;
  let after: ReadonlyMap<string, KubernetesObject>;

  beforeAll(async () => {
    await mkdir(join(root, "overlay"));
    const kustomization = { resources: [relative(join(root, "overlay"), baseFolder)], components: ["../out"] };
    await writeFile(join(root, "overlay", "kustomization.yaml"), JSON.stringify(kustomization));
    before = await build(baseFolder);
    after = await build(join(root, "overlay"));
  });

  test("both webhooks get the CA and keep the rest", () => {
    // A strategic merge replaces the order of the webhooks in the base with their order in the
    // patch.
    const byName = (objects: ReadonlyMap<string, KubernetesObject>): KubernetesObject["webhooks"] =>
      objects.get("ValidatingWebhookConfiguration")?.webhooks?.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const patched = byName(before)?.map((webhook) => ({
      ...webhook,
      clientConfig: { ...webhook.clientConfig, caBundle: toBase64(issued.caCertificate) },
    }));
    expect(byName(after)).toEqual(patched);
    expect(byName(after)?.map(({ name }) => name)).toEqual([
      "leasecandidates.lease-guard.dev",
      "leases.lease-guard.dev",
    ]);
  });

  test("the Secret holds certificate and key, and the Deployment mounts it by its hashed name", () => {
    const secret = after.get("Secret");
    expect(secret).toMatchObject({ type: "kubernetes.io/tls", metadata: { namespace: "lease-guard" } });
    const decoded = Object.entries(secret?.data ?? {}).map(([name, text]) => [
      name,
      Buffer.from(text, "base64").toString(),
    ]);
    expect(Object.fromEntries(decoded)).toEqual({ "tls.crt": issued.certificate, "tls.key": issued.privateKey });
    expect(secret?.metadata.name).toMatch(/^lease-guard-tls-[a-z0-9]+$/);
    expect(JSON.stringify(after.get("Deployment"))).toContain(`"secretName":"${secret?.metadata.name}"`);
  });

  test("nothing else is added or lost", () => {
    expect(before.size).toBeGreaterThan(5);
    expect([...after.keys()].sort()).toEqual([...before.keys(), "Secret"].sort());
  });
});
