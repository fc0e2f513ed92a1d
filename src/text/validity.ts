import { dayMs } from "./duration.ts";

/** The start and the end of a certificate's validity, in milliseconds since 1970. */
export interface Validity {
  readonly notBefore: number;
  readonly notAfter: number;
}

/** Time in days before the expiry of a certificate, from which on the certificate expires soon. */
export const soonDays = 14;

/**
 * Reports whether a certificate expires within a number of days. Issuers normally renew a
 * certificate when about a third of its lifetime is left. For a short-lived certificate, the result
 * is therefore false before the last quarter of the lifetime.
 */
export function expiresWithin(days: number, { notBefore, notAfter }: Validity, now: number): boolean {
  return notAfter - now < Math.min(days * dayMs, (notAfter - notBefore) / 4);
}
