import { hasExpired, isNotYetValid, type Validity } from "../../core/text/validity.ts";

/** A CA certificate in PEM, and its validity. */
export interface KnownCa extends Validity {
  readonly certificate: string;
}

export interface StoredServing extends Validity {
  /** The CA certificate that signed the serving certificate, in PEM. */
  readonly signer?: string;
  /** The reason why the certificate cannot be used, regardless of the time. */
  readonly problem?: string;
}

export interface CertificateState {
  /** The stored CA. If the cluster stores no CA that can sign, the field is absent. */
  readonly ca?: KnownCa;
  /**
   * The stored serving certificate. If the cluster stores none, the field is absent. A certificate
   * that cannot be used has a `problem`.
   */
  readonly serving?: StoredServing;
  /** The CA certificates in the `caBundle` of each webhook, one list for each webhook. */
  readonly bundles: readonly (readonly KnownCa[])[];
}

/**
 * The next step. `because` is the end of a message such as `issued a CA: no stored CA can sign`.
 * `bundles` contains the CA certificates to set as the `caBundle` of each webhook, in PEM. `for` is
 * the CA certificate that every API server must trust first. `until` is the time of the next
 * renewal, in milliseconds since 1970.
 */
export type Step =
  | { readonly do: "issue-ca"; readonly because: string }
  | { readonly do: "trust"; readonly bundles: readonly (readonly string[])[] }
  | { readonly do: "issue"; readonly because: string }
  | { readonly do: "wait"; readonly for: string }
  | { readonly do: "done"; readonly until: number };

/**
 * Returns the next step. `propagatedCa` is a CA certificate in PEM that every API server trusts,
 * because the CA has been in every `caBundle` for long enough.
 *
 * After the first installation, the API servers always trust the pods, even if runs overlap or are
 * killed. A pod can therefore load a new certificate at any time.
 *
 * Except at the first installation, a CA signs only after every API server trusts the CA. A CA
 * leaves a `caBundle` only after the CA has expired. A certificate expires no later than its CA.
 */
export function planCertificates({ ca, serving, bundles }: CertificateState, now: number, propagatedCa?: string): Step {
  if (ca === undefined) return { do: "issue-ca", because: "no stored CA can sign" };
  const caRenewal = renewalReason(ca, now);
  if (caRenewal !== undefined) return { do: "issue-ca", because: caRenewal };

  const isTrusted = bundles.every((bundle) => bundle.some(({ certificate }) => certificate === ca.certificate));
  const because = servingRenewal(serving, ca, now);
  const mayIssue = isTrusted
    ? propagatedCa === ca.certificate
    : serving === undefined && bundles.every((bundle) => bundle.length === 0);
  if (because !== undefined && mayIssue) return { do: "issue", because };
  const isNeeded = (old: KnownCa): boolean => !hasExpired(old, now) || old.certificate === serving?.signer;
  if (!isTrusted)
    return { do: "trust", bundles: bundles.map((bundle) => certificatesOf([...bundle.filter(isNeeded), ca])) };
  if (because !== undefined) return { do: "wait", for: ca.certificate };
  return { do: "done", until: Math.min(renewalTime(ca), renewalTime(serving ?? ca)) };
}

function certificatesOf(cas: readonly KnownCa[]): readonly string[] {
  return [...new Set(cas.map(({ certificate }) => certificate))];
}

function servingRenewal(serving: StoredServing | undefined, ca: KnownCa, now: number): string | undefined {
  if (serving === undefined) return "no certificate is stored";
  if (serving.problem !== undefined) return serving.problem;
  return serving.signer === ca.certificate ? renewalReason(serving, now) : "the CA is new";
}

function renewalReason(validity: Validity, now: number): string | undefined {
  if (isNotYetValid(validity, now)) return "it is not yet valid";
  if (hasExpired(validity, now)) return "it has expired";
  return now < renewalTime(validity) ? undefined : "two thirds of its lifetime have passed";
}

function renewalTime({ notBefore, notAfter }: Validity): number {
  return notBefore + ((notAfter - notBefore) * 2) / 3;
}
