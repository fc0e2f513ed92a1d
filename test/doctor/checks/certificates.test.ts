import { expect, test } from "vitest";
import { ca, goodConnection } from "../../harness/doctor-cluster.ts";
import { ecPair } from "../../harness/ec-pair.ts";
import { diagnosed, inBoth, testPlanted, webhook } from "../../harness/planted.ts";
import { toBase64 } from "../../harness/to-base64.ts";

test("the remedy for an absent caBundle is in the namespace of the Service", () => {
  const plant = inBoth(["clientConfig"], { service: { namespace: "guard", name: "lease-guard" } });
  const remedies = diagnosed({ plant }).findings.filter(({ id }) => id === "doctor/ca-bundle-set");
  expect(remedies.map(({ remedy }) => remedy)).toEqual(Array(2).fill(["kubectl -n guard get jobs,certificates"]));
});

const expired = ecPair({ commonName: "old", isCa: true, notAfter: "250101000000Z" });
const soon = ecPair({ commonName: "soon", isCa: true, notAfter: "260710000000Z" });
const foreign = ecPair({ commonName: "lease-guard CA", isCa: true });
const issuer = { commonName: "lease-guard CA", privateKey: ca.privateKey };

testPlanted({
  "caBundle: absent": {
    plant: (cluster) => cluster.set(webhook, ["webhooks", 1, "clientConfig", "caBundle"], undefined),
    finds: ["doctor/ca-bundle-set", "error", "webhooks[1].clientConfig.caBundle"],
    says: "lease-guard certs apply",
  },
  "caBundle: absent, with cert-manager": {
    plant: (cluster) => {
      cluster.set(webhook, ["webhooks", 0, "clientConfig", "caBundle"], undefined);
      cluster.set(webhook, ["metadata", "annotations"], {
        "cert-manager.io/inject-ca-from": "lease-guard/lease-guard",
      });
    },
    finds: ["doctor/ca-bundle-set", "error", "webhooks[0].clientConfig.caBundle"],
    says: "cainjector",
  },
  "caBundle: not base64": {
    plant: (cluster) => cluster.set(webhook, ["webhooks", 0, "clientConfig", "caBundle"], "?"),
    finds: ["doctor/ca-bundle-valid", "error", "webhooks[0].clientConfig.caBundle"],
  },
  "caBundle: no certificate": {
    plant: (cluster) => cluster.set(webhook, ["webhooks", 0, "clientConfig", "caBundle"], toBase64("ca.crt")),
    finds: ["doctor/ca-bundle-valid", "error", "webhooks[0].clientConfig.caBundle"],
  },
  "caBundle: expired": {
    plant: (cluster) =>
      cluster.set(webhook, ["webhooks", 0, "clientConfig", "caBundle"], toBase64(expired.certificate)),
    finds: ["doctor/ca-bundle-valid", "error", "webhooks[0].clientConfig.caBundle"],
    says: "2025-01-01",
  },
  "caBundle: expires in nine days": {
    plant: (cluster) => cluster.set(webhook, ["webhooks", 0, "clientConfig", "caBundle"], toBase64(soon.certificate)),
    finds: ["doctor/ca-bundle-not-expiring", "warning", "webhooks[0].clientConfig.caBundle"],
    says: "8 days",
  },
  "caBundle: of another CA with the same name": {
    plant: (cluster) =>
      cluster.set(webhook, ["webhooks", 0, "clientConfig", "caBundle"], toBase64(foreign.certificate)),
    facts: (cluster) => ({ connection: goodConnection(cluster) }),
    finds: ["doctor/ca-bundle-verifies", "error", "webhooks[0].clientConfig.caBundle"],
  },
  "served certificate: expired, as a pod reports": {
    facts: (cluster) => {
      const { readiness, ...rest } = goodConnection(cluster);
      const text = readiness[0]?.text?.replace(
        /\[\+\]certificate.*/,
        "[-]certificate failed: valid from 2026-03-01T00:00:00.000Z until 2026-06-01T00:00:00.000Z (30 days ago)",
      );
      return { connection: { ...rest, readiness: [{ pod: "a", text, reason: "" }] } };
    },
    finds: ["doctor/certificate-not-expiring", "error", ""],
  },
  "served certificate: of another Service": {
    facts: (cluster) => ({
      connection: { ...goodConnection(cluster), certificate: ecPair({ dnsNames: ["a.b.svc"], issuer }).certificate },
    }),
    finds: ["doctor/ca-bundle-verifies", "error", "webhooks[0].clientConfig.caBundle"],
    says: "lease-guard.lease-guard.svc",
  },
});
