import { createPrivateKey, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { get, createServer as serveHttps } from "node:https";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueCertificates } from "../../../src/cluster/certs/issue.ts";
import type { IssuedCertificates } from "../../../src/cluster/certs/sign.ts";
import { serviceDnsNames } from "../../../src/cluster/certs/subject-names.ts";
import { portOf } from "../../harness/port-of.ts";

const dnsNames = [...serviceDnsNames("webhook", "guard"), "*.example.com"];
const ipAddresses = ["127.0.0.1", "::1", "2001:db8::8:800:200c:417a"];

let issued: IssuedCertificates;
let ca: X509Certificate;
let leaf: X509Certificate;

beforeAll(async () => {
  issued = await issueCertificates({ dnsNames, ipAddresses, now: new Date() });
  ca = new X509Certificate(issued.caCertificate);
  leaf = new X509Certificate(issued.certificate);
});

describe("the certificates", () => {
  test("the CA signs itself and the serving certificate", () => {
    expect(ca.verify(ca.publicKey)).toBe(true);
    expect(leaf.verify(ca.publicKey)).toBe(true);
    expect(leaf.checkIssued(ca)).toBe(true);
    expect(ca.checkIssued(ca)).toBe(true);
  });

  test("only the CA certificate is a CA, and its key is not returned", () => {
    expect([ca.ca, leaf.ca]).toEqual([true, false]);
    expect(ca.checkPrivateKey(createPrivateKey(issued.privateKey))).toBe(false);
  });

  test("the private key is the serving certificate's, RSA of 2048 bits", () => {
    const key = createPrivateKey(issued.privateKey);
    expect(leaf.checkPrivateKey(key)).toBe(true);
    expect(leaf.publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048, publicExponent: 65537n });
    expect(ca.publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048, publicExponent: 65537n });
  });

  test("texts are one PEM block each, with LF", () => {
    const block = (label: string): RegExp =>
      new RegExp(`^-----BEGIN ${label}-----\n([A-Za-z0-9+/=]{1,64}\n)+-----END ${label}-----\n$`);
    expect(issued.caCertificate).toMatch(block("CERTIFICATE"));
    expect(issued.certificate).toMatch(block("CERTIFICATE"));
    expect(issued.privateKey).toMatch(block("PRIVATE KEY"));
  });

  test("the serving certificate only allows server authentication", () => {
    expect(leaf.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
  });

  test("common names have at most 64 characters, and no host name matches them", async () => {
    expect(ca.subject).toMatch(/^CN=lease-guard CA [0-9a-f]{8}$/);
    expect(leaf.issuer).toBe(ca.subject);
    const alone = await issueCertificates({ dnsNames: [], ipAddresses: ["::1"], now: new Date() });
    const byAddress = new X509Certificate(alone.certificate);
    expect(byAddress.subject).toBe("CN=lease-guard webhook");
    expect(byAddress.checkHost("lease-guard", { subject: "always" })).toBeUndefined();
    expect(byAddress.issuer).not.toBe(leaf.issuer);
    expect(byAddress.checkIssued(ca)).toBe(false);
  });
});

describe("names", () => {
  test.each([...serviceDnsNames("webhook", "guard"), "a.example.com", "WEBHOOK.guard.svc"])(
    "matches host %s",
    (host) => {
      expect(leaf.checkHost(host)).toBeDefined();
    },
  );

  test.each(["webhook.other.svc", "svc", "guard", "example.com", "a.b.example.com", "127.0.0.1"])(
    "does not match host %s",
    (host) => {
      expect(leaf.checkHost(host)).toBeUndefined();
    },
  );

  test.each([...ipAddresses, "0:0:0:0:0:0:0:1", "2001:0db8:0:0:0008:0800:200c:417A"])(
    "matches address %s",
    (address) => {
      expect(leaf.checkIP(address)).toBeDefined();
    },
  );

  test.each(["127.0.0.2", "::2", "0.0.0.1"])("does not match address %s", (address) => {
    expect(leaf.checkIP(address)).toBeUndefined();
  });
});

describe("a TLS 1.3 client that trusts only the CA", () => {
  const server = serveHttps((_, response) => response.end("ok"));

  beforeAll(async () => {
    server.setSecureContext({ cert: issued.certificate, key: issued.privateKey, minVersion: "TLSv1.3" });
    await once(server.listen(0, "127.0.0.1"), "listening");
  });
  afterAll(() => {
    server.close();
  });

  function call(servername: string, trusted: string): Promise<string | null> {
    const port = portOf(server);
    return new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port, servername, ca: trusted, agent: false };
      get(options, (response) => {
        resolve((response.socket as TLSSocket).getProtocol());
        response.resume();
      }).on("error", reject);
    });
  }

  test("accepts every name of the Service", async () => {
    for (const name of serviceDnsNames("webhook", "guard"))
      expect(await call(name, issued.caCertificate)).toBe("TLSv1.3");
  });

  test("rejects another name", async () => {
    await expect(call("webhook.other.svc", issued.caCertificate)).rejects.toMatchObject({
      code: "ERR_TLS_CERT_ALTNAME_INVALID",
    });
  });

  test("rejects the certificate if it trusts another CA of lease-guard", async () => {
    const other = await issueCertificates({ dnsNames: ["webhook"], ipAddresses: [], now: new Date() });
    await expect(call("webhook", other.caCertificate)).rejects.toMatchObject({
      code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    });
    expect(await call("webhook", other.caCertificate + issued.caCertificate)).toBe("TLSv1.3");
  });
});
