import type { LeaseHistories } from "./lease-history.ts";
import type { LeaseRequests } from "./lease-requests.ts";
import type { RecordedWriters } from "./recorded-writers.ts";
import type { RecordedPeriod } from "./result.ts";

/**
 * The recorded writes, which only the holding periods in the report use, the recorded requests,
 * which only audit/standby-stopped uses, and the writers of the Leases, which only the guarantee
 * uses.
 */
export interface Recorded extends Omit<RecordedPeriod, "showsRequests"> {
  readonly histories: LeaseHistories;
  readonly requests: LeaseRequests | undefined;
  readonly writers: RecordedWriters["of"];
  /** True if a controller of kube-controller-manager recently used its own service account. */
  readonly showsController: boolean;
}
