import type { TokenTally } from "../guarantee/bound-tokens.ts";
import type { ListedObject } from "../listing/listed-object.ts";
import type { LeaseHistories } from "./lease-history.ts";
import type { LeaseRequests } from "./lease-requests.ts";
import type { RecordedPeriod } from "./result.ts";

/**
 * The recorded writes, which only the holding periods in the report use, the recorded requests,
 * which only audit/standby-stopped uses, and the users of the requests, which only the guarantee
 * uses.
 */
export interface Recorded extends Omit<RecordedPeriod, "showsRequests"> {
  readonly histories: LeaseHistories;
  readonly requests: LeaseRequests | undefined;
  readonly tokens: (lease: Pick<ListedObject, "namespace" | "name">) => TokenTally;
  /** True if a controller of kube-controller-manager used its own service account. */
  readonly showsController: boolean;
}
