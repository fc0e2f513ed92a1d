import { dayMs } from "./duration.ts";

/** The start and the end of a certificate's validity, in milliseconds since 1970. */
export interface Validity {
  readonly notBefore: number;
  readonly notAfter: number;
}

export function isNotYetValid({ notBefore }: Pick<Validity, "notBefore">, now: number): boolean {
  return now < notBefore;
}

/**
 * Reports whether a certificate has expired. As in RFC 5280 and in Go, the certificate is still
 * valid at `notAfter` itself. A certificate whose `notAfter` is unknown (NaN) counts as expired.
 */
export function hasExpired({ notAfter }: Pick<Validity, "notAfter">, now: number): boolean {
  return !(now <= notAfter);
}

export const soonDays = 14;

/**
 * Reports whether a certificate expires within a number of days and is in the last quarter of its
 * lifetime, or has expired. The second condition matters for certificates with a short lifetime:
 * issuers normally renew a certificate when about a third of its lifetime is left.
 */
export function expiresWithin(days: number, { notBefore, notAfter }: Validity, now: number): boolean {
  return notAfter - now < Math.min(days * dayMs, (notAfter - notBefore) / 4);
}
