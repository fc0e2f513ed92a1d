/** The validity of a certificate, in milliseconds since 1970. */
export interface Validity {
  readonly notBefore: number;
  readonly notAfter: number;
}

/** A CA, identified by its certificate. */
export interface KnownCa extends Validity {
  readonly certificate: string;
}

/** The stored serving certificate. */
export interface StoredLeaf extends Validity {
  /** The certificate of the CA that signed it; absent if the cluster no longer stores this CA. */
  readonly signer?: string;
  /** The reason why the certificate cannot serve at any time. */
  readonly problem?: string;
}

/** The parsed certificates that the cluster stores. */
export interface CertificateState {
  /** Absent if no stored CA can sign. */
  readonly ca?: KnownCa;
  /**
   * Absent if no serving certificate is stored. A certificate that cannot serve has a `problem`.
   */
  readonly leaf?: StoredLeaf;
  /** The CAs that the API server trusts, one list for each webhook. */
  readonly bundles: readonly (readonly KnownCa[])[];
}

/** The next step; `because` completes "issued a CA: …". */
export type Step =
  | { readonly do: "issue-ca"; readonly because: string }
  | { readonly do: "trust"; readonly bundles: readonly (readonly string[])[] }
  | { readonly do: "issue"; readonly because: string }
  | { readonly do: "wait"; readonly for: string }
  | { readonly do: "done"; readonly until: number };

/**
 * Returns the one step that is due. `propagatedCa` is a CA that every API server knows, because it
 * has been in every bundle for long enough.
 *
 * The steps are safe in any order, also if runs overlap or are killed. A CA signs only after it has
 * propagated. A CA leaves a bundle only after it has expired, and its certificates expire no later.
 * A pod can therefore load a new certificate at any time.
 */
export function planCertificates({ ca, leaf, bundles }: CertificateState, now: number, propagatedCa?: string): Step {
  if (ca === undefined) return { do: "issue-ca", because: "no stored CA can sign" };
  const caRenewal = renewalReason(ca, now);
  if (caRenewal !== undefined) return { do: "issue-ca", because: caRenewal };

  const isTrusted = bundles.every((bundle) => bundle.some(({ certificate }) => certificate === ca.certificate));
  const because = leafRenewal(leaf, ca, now);
  // At the first installation, no API server trusts a CA yet, so there is nothing to wait for.
  const mayIssue = isTrusted ? propagatedCa === ca.certificate : leaf === undefined && bundles.every((bundle) => bundle.length === 0);
  if (because !== undefined && mayIssue) return { do: "issue", because };
  const isNeeded = (old: KnownCa): boolean => old.notAfter > now || old.certificate === leaf?.signer;
  if (!isTrusted) return { do: "trust", bundles: bundles.map((bundle) => certificatesOf([...bundle.filter(isNeeded), ca])) };
  if (because !== undefined) return { do: "wait", for: ca.certificate };
  return { do: "done", until: Math.min(renewalTime(ca), renewalTime(leaf ?? ca)) };
}

function certificatesOf(cas: readonly KnownCa[]): readonly string[] {
  return [...new Set(cas.map(({ certificate }) => certificate))];
}

function leafRenewal(leaf: StoredLeaf | undefined, ca: KnownCa, now: number): string | undefined {
  if (leaf === undefined) return "no certificate is stored";
  if (leaf.problem !== undefined) return leaf.problem;
  return leaf.signer === ca.certificate ? renewalReason(leaf, now) : "the CA is new";
}

function renewalReason(validity: Validity, now: number): string | undefined {
  if (now < validity.notBefore) return "it is not yet valid";
  if (now >= validity.notAfter) return "it has expired";
  return now < renewalTime(validity) ? undefined : "two thirds of its lifetime have passed";
}

function renewalTime({ notBefore, notAfter }: Validity): number {
  return notBefore + ((notAfter - notBefore) * 2) / 3;
}
