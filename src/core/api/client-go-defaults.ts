/**
 * The defaults of client-go's leader election in seconds: LeaseDuration and RenewDeadline. A leader
 * that cannot renew within RenewDeadline stops leading. A Lease does not contain the RenewDeadline
 * of its holder.
 */
export const clientGoDefaults = { leaseDurationSeconds: 15, renewDeadlineSeconds: 10 } as const;

/**
 * Returns two thirds of a lease duration. With the defaults of client-go, the result is the renew
 * deadline.
 */
export function usualRenewDeadline(leaseDuration: number): number {
  return (leaseDuration * clientGoDefaults.renewDeadlineSeconds) / clientGoDefaults.leaseDurationSeconds;
}
