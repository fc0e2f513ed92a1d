import { expect, test } from "vitest";
import {
  type CertificateState,
  type KnownCa,
  planCertificates,
  type StoredServing,
} from "../../../src/cluster/certs/plan-certificates.ts";

const now = 1000;
/**
 * Returns a CA that is valid for 900 ms. After two thirds of this time, the CA is due for renewal.
 */
const caFrom = (certificate: string, notBefore: number): KnownCa => ({
  certificate,
  notBefore,
  notAfter: notBefore + 900,
});
const ca = caFrom("ca", 401);
const old = caFrom("old", 150);
const expired = caFrom("expired", 99);
/** The validity of this CA ends now, so API servers still accept its certificates. */
const ending = caFrom("ending", 100);
const serving: StoredServing = { signer: "ca", notBefore: 401, notAfter: 1301 };

const rows: readonly { what: string; state: CertificateState; propagatedCa?: string; step: object }[] = [
  { what: "nothing", state: { bundles: [[]] }, step: { do: "issue-ca", because: "no stored CA can sign" } },
  {
    what: "a CA of the future",
    state: { ca: caFrom("ca", 1001), serving, bundles: [[ca]] },
    step: { do: "issue-ca", because: "it is not yet valid" },
  },
  {
    what: "a CA that is due",
    state: { ca: caFrom("ca", 400), serving, bundles: [[ca]] },
    step: { do: "issue-ca", because: "two thirds of its lifetime have passed" },
  },
  {
    what: "an expired CA",
    state: { ca: expired, serving, bundles: [[ca]] },
    step: { do: "issue-ca", because: "it has expired" },
  },
  {
    what: "a CA whose last moment it is",
    state: { ca: ending, serving, bundles: [[ca]] },
    step: { do: "issue-ca", because: "two thirds of its lifetime have passed" },
  },
  {
    what: "first installation",
    state: { ca, bundles: [[], []] },
    step: { do: "issue", because: "no certificate is stored" },
  },
  {
    what: "first installation, issued",
    state: { ca, serving, bundles: [[], []] },
    step: { do: "trust", bundles: [["ca"], ["ca"]] },
  },
  {
    what: "no serving certificate, and a webhook trusts another CA",
    state: { ca, bundles: [[old]] },
    step: { do: "trust", bundles: [["old", "ca"]] },
  },
  {
    what: "no serving certificate, and the CA is trusted",
    state: { ca, bundles: [[ca]] },
    step: { do: "wait", for: "ca" },
  },
  {
    what: "no serving certificate, and the CA has spread",
    state: { ca, bundles: [[ca]] },
    propagatedCa: "ca",
    step: { do: "issue", because: "no certificate is stored" },
  },
  {
    what: "the CA is trusted by one webhook of two",
    state: { ca, bundles: [[ca], []] },
    propagatedCa: "ca",
    step: { do: "trust", bundles: [["ca"], ["ca"]] },
  },
  {
    what: "another CA has spread",
    state: { ca, bundles: [[ca]] },
    propagatedCa: "old",
    step: { do: "wait", for: "ca" },
  },
  {
    what: "a new CA joins, an expired one leaves",
    state: { ca, serving: { ...serving, signer: "old" }, bundles: [[expired, old, old]] },
    step: { do: "trust", bundles: [["old", "ca"]] },
  },
  {
    what: "a new CA joins, and one whose last moment it is stays",
    state: { ca, serving: { ...serving, signer: "old" }, bundles: [[ending, old]] },
    step: { do: "trust", bundles: [["ending", "old", "ca"]] },
  },
  {
    what: "the signer of the serving certificate stays, whatever the clock shows",
    state: { ca, serving: { ...serving, signer: "expired" }, bundles: [[expired]] },
    step: { do: "trust", bundles: [["expired", "ca"]] },
  },
  {
    what: "an expired CA alone is no reason to write",
    state: { ca, serving, bundles: [[expired, ca]] },
    step: { do: "done", until: 1001 },
  },
  {
    what: "the serving certificate is of another CA",
    state: { ca, serving: { ...serving, signer: "old" }, bundles: [[ca]] },
    propagatedCa: "ca",
    step: { do: "issue", because: "the CA is new" },
  },
  {
    what: "the serving certificate has a problem",
    state: { ca, serving: { ...serving, problem: "it is not for x" }, bundles: [[ca]] },
    propagatedCa: "ca",
    step: { do: "issue", because: "it is not for x" },
  },
  {
    what: "the serving certificate is due",
    state: { ca, serving: { ...serving, notBefore: 400, notAfter: 1300 }, bundles: [[ca]] },
    propagatedCa: "ca",
    step: { do: "issue", because: "two thirds of its lifetime have passed" },
  },
  {
    what: "the serving certificate is due, and the CA may not have spread",
    state: { ca, serving: { ...serving, notBefore: 400, notAfter: 1300 }, bundles: [[ca]] },
    step: { do: "wait", for: "ca" },
  },
  {
    what: "all is well",
    state: { ca: caFrom("ca", 500), serving, bundles: [[caFrom("ca", 500)]] },
    step: { do: "done", until: 1001 },
  },
  {
    what: "all is well, and the CA is due first",
    state: { ca, serving: { ...serving, notBefore: 900, notAfter: 1800 }, bundles: [[ca]] },
    step: { do: "done", until: 1001 },
  },
];

test.each(rows)("$what: $step.do", ({ state, propagatedCa, step }) => {
  expect(planCertificates(state, now, propagatedCa)).toEqual(step);
});
