/** When a certificate is valid, in milliseconds of the epoch. */
export interface Validity {
  readonly notBefore: number;
  readonly notAfter: number;
}

/** A CA, known by its certificate. */
export interface KnownCa extends Validity {
  readonly certificate: string;
}

/** The serving certificate that is stored. */
export interface StoredLeaf extends Validity {
  /** The certificate of the CA that signed it, where that is the stored CA or one in a bundle. */
  readonly signer?: string;
  /** Why it cannot serve, whatever the time. */
  readonly fault?: string;
}

/** What the cluster holds. */
export interface CertificateState {
  /** Absent where there is none that can sign. */
  readonly ca?: KnownCa;
  /** Absent where there is none at all; one that cannot serve has a `fault`. */
  readonly leaf?: StoredLeaf;
  /** What the API server trusts, one list for each webhook. */
  readonly bundles: readonly (readonly KnownCa[])[];
}

/** What to do next. `because` completes "a new one: …". */
export type Step =
  | { readonly do: "make-ca"; readonly because: string }
  | { readonly do: "trust"; readonly bundles: readonly (readonly string[])[] }
  | { readonly do: "issue"; readonly because: string }
  | { readonly do: "wait"; readonly for: string }
  | { readonly do: "rest"; readonly until: number };

/**
 * The one step that is due. `spread` is the CA that has been in every bundle for as long as it takes every API server to see it.
 *
 * What makes it safe in any order, whoever else runs and whenever one is killed: a CA signs only after it has spread, and leaves a
 * bundle only when it has run out, which nothing that it signed outlives. So a pod may be as late as it likes with a new certificate.
 */
export function planCertificates({ ca, leaf, bundles }: CertificateState, now: number, spread?: string): Step {
  if (ca === undefined) return { do: "make-ca", because: "there is none that can sign" };
  const caFault = dateFault(ca, now);
  if (caFault !== undefined) return { do: "make-ca", because: caFault };

  const isTrusted = bundles.every((bundle) => bundle.some(({ certificate }) => certificate === ca.certificate));
  const because = leafFault(leaf, ca, now);
  // At the first installation nobody trusts anything yet, so there is nothing to wait for.
  const mayIssue = isTrusted ? spread === ca.certificate : leaf === undefined && bundles.every((bundle) => bundle.length === 0);
  if (because !== undefined && mayIssue) return { do: "issue", because };
  const isNeeded = (old: KnownCa): boolean => old.notAfter > now || old.certificate === leaf?.signer;
  if (!isTrusted) return { do: "trust", bundles: bundles.map((bundle) => certificatesOf([...bundle.filter(isNeeded), ca])) };
  if (because !== undefined) return { do: "wait", for: ca.certificate };
  return { do: "rest", until: Math.min(renewalTime(ca), renewalTime(leaf ?? ca)) };
}

function certificatesOf(cas: readonly KnownCa[]): readonly string[] {
  return [...new Set(cas.map(({ certificate }) => certificate))];
}

function leafFault(leaf: StoredLeaf | undefined, ca: KnownCa, now: number): string | undefined {
  if (leaf === undefined) return "there is none";
  if (leaf.fault !== undefined) return leaf.fault;
  return leaf.signer === ca.certificate ? dateFault(leaf, now) : "the CA is a new one";
}

function dateFault(validity: Validity, now: number): string | undefined {
  if (now < validity.notBefore) return "it is not valid yet";
  if (now >= validity.notAfter) return "it has run out";
  return now < renewalTime(validity) ? undefined : "two thirds of its life are over";
}

function renewalTime({ notBefore, notAfter }: Validity): number {
  return notBefore + ((notAfter - notBefore) * 2) / 3;
}
