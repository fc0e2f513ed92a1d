import { dayMs } from "../../../src/core/text/duration.ts";
import { type EcPairOptions, ecPair } from "../../harness/ec-pair.ts";
import { toBase64 } from "../../harness/to-base64.ts";
import { certificateTime } from "./certificate-time.ts";
import { installation } from "./doctor-replicas.ts";
import type { Change, Faults, Found } from "./plant.ts";
import { registrationsPath } from "./registration.ts";

const commonName = "lease-guard CA";

/** Returns the changes that replace the served certificate and its CA. */
function served(options: EcPairOptions): readonly Change[] {
  const { certificate: bundle, privateKey: caKey } = ecPair({ commonName, isCa: true });
  const { certificate, privateKey } = ecPair({
    ...options,
    usage: "serverAuth",
    issuer: { commonName, privateKey: caKey },
  });
  const data = { "tls.crt": toBase64(certificate), "tls.key": toBase64(privateKey) };
  const value = toBase64(bundle);
  return [
    { path: installation("api/v1", "secrets", "lease-guard-tls"), patch: { data } },
    {
      path: `${registrationsPath}/lease-guard`,
      patch: [0, 1].map((index) => ({ op: "replace", path: `/webhooks/${index}/clientConfig/caBundle`, value })),
    },
  ];
}

/** Misconfigurations of the certificate that the pods serve, after they have loaded it. */
export const servedFaults: Faults = {
  "a served certificate that expires soon": {
    changes: served({ dnsNames: ["lease-guard.lease-guard.svc"], notAfter: certificateTime(dayMs) }),
    finds: [["doctor/certificate-not-expiring", "Deployment lease-guard", ""]],
  },
  "a served certificate for another name": {
    changes: served({ dnsNames: ["lease-guard.guard.svc"] }),
    finds: [0, 1].map(
      (index): Found => [
        "doctor/ca-bundle-verifies",
        "ValidatingWebhookConfiguration lease-guard",
        `webhooks[${index}].clientConfig.caBundle`,
      ],
    ),
  },
};
