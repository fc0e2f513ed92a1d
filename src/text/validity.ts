import { dayMs } from "./duration.ts";

/** The start and the end of a certificate's validity, in milliseconds since 1970. */
export interface Validity {
  readonly notBefore: number;
  readonly notAfter: number;
}

/** The number of days within which a certificate counts as expiring soon. */
export const soonDays = 14;

/**
 * Reports whether a certificate expires within a number of days and is in the last quarter of its
 * lifetime, or has expired. The second condition matters for certificates with a short lifetime:
 * issuers normally renew a certificate when about a third of its lifetime is left.
 */
export function expiresWithin(days: number, { notBefore, notAfter }: Validity, now: number): boolean {
  return notAfter - now < Math.min(days * dayMs, (notAfter - notBefore) / 4);
}
