import { X509Certificate } from "node:crypto";
import { expect, it } from "vitest";
import { isSignedBy } from "../../../src/core/text/signed-by.ts";
import { ecPair } from "../../harness/ec-pair.ts";

const root = ecPair({ commonName: "root", isCa: true });
const leaf = new X509Certificate(ecPair({ issuer: { commonName: "root", privateKey: root.privateKey } }).certificate);

/** Returns the root certificate with an unknown algorithm of its key. */
function withUnknownKey(): X509Certificate {
  const der = new X509Certificate(root.certificate).raw.toString("hex");
  return new X509Certificate(Buffer.from(der.replace("2a8648ce3d0201", "2a8648ce3d027f"), "hex"));
}

it.each<[string, X509Certificate, boolean]>([
  ["its CA", new X509Certificate(root.certificate), true],
  ["another CA with the same name", new X509Certificate(ecPair({ commonName: "root", isCa: true }).certificate), false],
  [
    "another CA with the same key",
    new X509Certificate(ecPair({ commonName: "b", privateKey: root.privateKey }).certificate),
    false,
  ],
  ["a CA whose key has an unknown algorithm", withUnknownKey(), false],
])("a certificate and %s: %s", (_, ca, expected) => {
  expect(isSignedBy(leaf, ca)).toBe(expected);
});
