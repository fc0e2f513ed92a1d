import { expect, test } from "vitest";
import { type CertificateState, type KnownCa, planCertificates, type StoredLeaf } from "../../src/certs/plan-certificates.ts";

const now = 1000;
/**
 * Returns a CA that is valid for 900 ms. After two thirds of this time, the CA is due for renewal.
 */
const caFrom = (certificate: string, notBefore: number): KnownCa => ({ certificate, notBefore, notAfter: notBefore + 900 });
const ca = caFrom("ca", 401);
const old = caFrom("old", 150);
const expired = caFrom("expired", 99);
/** The validity of this CA ends now, so API servers still accept its certificates. */
const ending = caFrom("ending", 100);
const leaf: StoredLeaf = { signer: "ca", notBefore: 401, notAfter: 1301 };

const rows: readonly { what: string; state: CertificateState; propagatedCa?: string; step: object }[] = [
  { what: "nothing", state: { bundles: [[]] }, step: { do: "issue-ca", because: "no stored CA can sign" } },
  {
    what: "a CA of the future",
    state: { ca: caFrom("ca", 1001), leaf, bundles: [[ca]] },
    step: { do: "issue-ca", because: "it is not yet valid" },
  },
  {
    what: "a CA that is due",
    state: { ca: caFrom("ca", 400), leaf, bundles: [[ca]] },
    step: { do: "issue-ca", because: "two thirds of its lifetime have passed" },
  },
  { what: "an expired CA", state: { ca: expired, leaf, bundles: [[ca]] }, step: { do: "issue-ca", because: "it has expired" } },
  {
    what: "a CA whose last moment it is",
    state: { ca: ending, leaf, bundles: [[ca]] },
    step: { do: "issue-ca", because: "two thirds of its lifetime have passed" },
  },
  { what: "first installation", state: { ca, bundles: [[], []] }, step: { do: "issue", because: "no certificate is stored" } },
  { what: "first installation, issued", state: { ca, leaf, bundles: [[], []] }, step: { do: "trust", bundles: [["ca"], ["ca"]] } },
  { what: "no leaf, and a webhook trusts another CA", state: { ca, bundles: [[old]] }, step: { do: "trust", bundles: [["old", "ca"]] } },
  { what: "no leaf, and the CA is trusted", state: { ca, bundles: [[ca]] }, step: { do: "wait", for: "ca" } },
  {
    what: "no leaf, and the CA has spread",
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
  { what: "another CA has spread", state: { ca, bundles: [[ca]] }, propagatedCa: "old", step: { do: "wait", for: "ca" } },
  {
    what: "a new CA joins, an expired one leaves",
    state: { ca, leaf: { ...leaf, signer: "old" }, bundles: [[expired, old, old]] },
    step: { do: "trust", bundles: [["old", "ca"]] },
  },
  {
    what: "a new CA joins, and one whose last moment it is stays",
    state: { ca, leaf: { ...leaf, signer: "old" }, bundles: [[ending, old]] },
    step: { do: "trust", bundles: [["ending", "old", "ca"]] },
  },
  {
    what: "the signer of the leaf stays, whatever the clock shows",
    state: { ca, leaf: { ...leaf, signer: "expired" }, bundles: [[expired]] },
    step: { do: "trust", bundles: [["expired", "ca"]] },
  },
  {
    what: "an expired CA alone is no reason to write",
    state: { ca, leaf, bundles: [[expired, ca]] },
    step: { do: "done", until: 1001 },
  },
  {
    what: "the leaf is of another CA",
    state: { ca, leaf: { ...leaf, signer: "old" }, bundles: [[ca]] },
    propagatedCa: "ca",
    step: { do: "issue", because: "the CA is new" },
  },
  {
    what: "the leaf has a problem",
    state: { ca, leaf: { ...leaf, problem: "it is not for x" }, bundles: [[ca]] },
    propagatedCa: "ca",
    step: { do: "issue", because: "it is not for x" },
  },
  {
    what: "the leaf is due",
    state: { ca, leaf: { ...leaf, notBefore: 400, notAfter: 1300 }, bundles: [[ca]] },
    propagatedCa: "ca",
    step: { do: "issue", because: "two thirds of its lifetime have passed" },
  },
  {
    what: "the leaf is due, and the CA may not have spread",
    state: { ca, leaf: { ...leaf, notBefore: 400, notAfter: 1300 }, bundles: [[ca]] },
    step: { do: "wait", for: "ca" },
  },
  { what: "all is well", state: { ca: caFrom("ca", 500), leaf, bundles: [[caFrom("ca", 500)]] }, step: { do: "done", until: 1001 } },
  {
    what: "all is well, and the CA is due first",
    state: { ca, leaf: { ...leaf, notBefore: 900, notAfter: 1800 }, bundles: [[ca]] },
    step: { do: "done", until: 1001 },
  },
];

test.each(rows)("$what: $step.do", ({ state, propagatedCa, step }) => {
  expect(planCertificates(state, now, propagatedCa)).toEqual(step);
});
