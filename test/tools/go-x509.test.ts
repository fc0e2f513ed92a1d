import { execFile, execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isVerifiable, parseCertificate } from "../../src/cluster/x509/parse-certificate.ts";
import { type CertificatePair, checkCertificate } from "../../src/webhook/tls/certificate-check.ts";

const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), "lease-guard-x509-"));
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  await run("go", ["build", "-o", at("go-x509"), "."], {
    cwd: join(import.meta.dirname, "go-x509"),
    env: { ...process.env, GOWORK: "off" },
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns Go's error for each certificate in DER, or "" for a certificate that Go accepts. */
function goVerdicts(certificates: readonly Buffer[], ...flags: readonly string[]): readonly string[] {
  const input = certificates.map((der) => `${der.toString("base64")}\n`).join("");
  return execFileSync(at("go-x509"), flags, { input, encoding: "utf8", maxBuffer: 2 ** 28 })
    .split("\n")
    .slice(0, -1);
}

const san = "subjectAltName=DNS:guard.system.svc,IP:127.0.0.1";

/** Extensions of the types that Go reads. */
const everyExtension = [
  "subjectAltName=DNS:guard.system.svc,IP:::1,email:a@example.com,URI:https://example.com/%20,otherName:1.2.3.4;UTF8:x",
  "basicConstraints=critical,CA:true,pathlen:3",
  "keyUsage=critical,digitalSignature,keyCertSign",
  "extendedKeyUsage=serverAuth,clientAuth,1.2.3.4",
  "certificatePolicies=1.2.3.4,1.2.3.5",
  "policyConstraints=requireExplicitPolicy:3",
  "policyMappings=1.2.3.4:1.2.3.6",
  "inhibitAnyPolicy=2",
  "crlDistributionPoints=URI:http://example.com/crl",
  "authorityInfoAccess=OCSP;URI:http://example.com/ocsp",
  "nameConstraints=critical,permitted;DNS:.svc,permitted;IP:127.0.0.0/255.0.0.0,excluded;email:.example.org",
  "1.2.3.4=DER:0500",
];

/** Creates a self-signed certificate with openssl. */
function make(
  name: string,
  algorithm: readonly string[],
  extensions: readonly string[],
  more: readonly string[] = [],
): CertificatePair {
  const key = ["-newkey", ...algorithm, "-nodes", "-keyout", at(`${name}.key`), "-out", at(`${name}.crt`)];
  writeFileSync(
    at(`${name}.cnf`),
    `[req]\ndistinguished_name=dn\nx509_extensions=v3\nprompt=no\n[dn]\nCN=${name}\nO=Test & Co.\n[v3]\n${extensions.join("\n")}\n`,
  );
  execFileSync("openssl", ["req", "-x509", "-config", at(`${name}.cnf`), "-days", "30", ...key, ...more], {
    stdio: "pipe",
  });
  return { certificate: readFileSync(at(`${name}.crt`), "utf8"), privateKey: readFileSync(at(`${name}.key`), "utf8") };
}

const ec = ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"];

const bases: readonly (readonly [string, () => CertificatePair])[] = [
  ["EC", () => make("ec", ec, [san])],
  ["RSA", () => make("rsa", ["rsa:2048"], [san])],
  [
    "RSA-PSS",
    () => make("pss", ["rsa:2048"], [san], ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:digest"]),
  ],
  ["Ed25519", () => make("ed", ["ed25519"], [san])],
  ["EC with every extension", () => make("every", ec, everyExtension)],
];

function pemOf(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
}

/** Describes the first bytes that differ, and the bytes before them. */
function changedBytes(before: Buffer, after: Buffer): string {
  const at = after.findIndex((byte, index) => byte !== before[index]);
  return `${at}: ${after.subarray(at - 12, at).toString("hex")} ${after.subarray(at, at + 4).toString("hex")}`;
}

/**
 * Matches errors that only lease-guard reports: problems that OpenSSL finds, such as alternative
 * names of which one is corrupt.
 */
const unusable = /in PEM|the key of the certificate|TLS can serve|as subject alternative name/;

/**
 * The errors of Go about corrupt certificates that lease-guard serves. No tool issues such a
 * certificate, and kube-apiserver reports the error. docs/serving.md describes these errors.
 */
const corrupt =
  /^x509: (?!certificate has expired|certificate specifies an incompatible key usage|negative serial number)|^ecdsa: /;

describe("a certificate whose bytes are changed one at a time is used if Go accepts it, unless it is corrupt", () => {
  it.each(bases)("%s", (_name, base) => {
    const pair = base();
    const { raw } = new X509Certificate(pair.certificate);
    const changed = [...raw.keys()].flatMap((index) =>
      [0x01, 0x20, 0x80].map((bits) => {
        const der = Buffer.from(raw);
        der[index] = (der[index] ?? 0) ^ bits;
        return der;
      }),
    );
    // OpenSSL can encode the same certificate with other bytes. A server then sends these bytes, so
    // the test compares them.
    const served = changed.flatMap((der) => {
      try {
        return [new X509Certificate(pemOf(der)).raw];
      } catch {
        return [];
      }
    });
    const now = new Date();
    const verdicts = goVerdicts(served, "-at", String(now.getTime()));
    expect(verdicts.length).toBe(served.length);
    const differing = served.flatMap((der, index) => {
      const checked = checkCertificate({ ...pair, certificate: pemOf(der) }, now);
      const own = checked.ok ? "" : checked.error.detail;
      const go = verdicts[index] ?? "";
      const agreed = (own === "") === (go === "") || (own === "" ? corrupt.test(go) : unusable.test(own));
      return agreed ? [] : [{ go, own, changed: changedBytes(raw, der) }];
    });
    expect(differing).toEqual([]);
    expect(verdicts.filter((verdict) => verdict !== "").length).toBeGreaterThan(100);
    expect(verdicts.filter((verdict) => verdict === "").length).toBeGreaterThan(100);
  });
});

describe("a signature of a CA is one that Go verifies", () => {
  const rsa = ["rsa:2048"];
  const pss = (salt: string) => ["-sigopt", "rsa_padding_mode:pss", "-sigopt", `rsa_pss_saltlen:${salt}`];

  it.each<readonly [string, readonly string[], readonly string[], boolean]>([
    ["RSA and SHA-256", rsa, ["-sha256"], true],
    ["RSA and SHA-384", rsa, ["-sha384"], true],
    ["RSA and SHA-512", rsa, ["-sha512"], true],
    ["RSA and SHA-1", rsa, ["-sha1"], false],
    ["RSA and SHA-224", rsa, ["-sha224"], false],
    ["RSA and MD5", rsa, ["-md5"], false],
    ["RSA-PSS and SHA-256", rsa, ["-sha256", ...pss("32")], true],
    ["RSA-PSS and SHA-384", rsa, ["-sha384", ...pss("48")], true],
    ["RSA-PSS and SHA-512", rsa, ["-sha512", ...pss("64")], true],
    ["RSA-PSS with a short salt", rsa, ["-sha256", ...pss("20")], false],
    ["RSA-PSS with another hash of the mask", rsa, ["-sha256", ...pss("32"), "-sigopt", "rsa_mgf1_md:sha384"], false],
    ["RSA-PSS and SHA-1", rsa, ["-sha1", ...pss("20")], false],
    ["EC and SHA-256", ec, ["-sha256"], true],
    ["EC and SHA-512", ec, ["-sha512"], true],
    ["EC and SHA-1", ec, ["-sha1"], false],
    ["EC and SHA-224", ec, ["-sha224"], false],
    ["Ed25519", ["ed25519"], [], true],
    ["Ed448", ["ed448"], [], false],
  ])("%s: %s", (name, algorithm, options, verifiable) => {
    const extensions = [san, "basicConstraints=CA:true"];
    const x509 = new X509Certificate(make(name.replaceAll(" ", "-"), algorithm, extensions, options).certificate);
    const parsed = parseCertificate(x509);
    expect(parsed.ok && isVerifiable(parsed.value.signatureAlgorithm)).toBe(verifiable);
    expect(goVerdicts([x509.raw], "-signature")[0] === "").toBe(verifiable);
  });
});
